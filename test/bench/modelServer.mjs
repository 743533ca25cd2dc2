// Model server of the benches, in a process of its own so that its work is not measured.
// The model id says what to do: `stream-N` sends N text deltas, `tools-N` makes N tool calls, one per turn.
import { createServer } from "node:http";

const deltasPerWrite = 20;

const chunk = (delta, finish = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const usage = `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } })}\n\ndata: [DONE]\n\n`;

const server = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => answer(JSON.parse(Buffer.concat(parts).toString("utf8")), response));
});

function answer({ model, messages }, response) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const [kind, count] = [model.split("-")[0], Number(model.split("-")[1])];
  if (kind === "stream") return stream(response, count);
  const done = messages.filter((message) => message.role === "tool").length;
  if (done >= count) {
    response.write(chunk({ role: "assistant", content: "done" }) + chunk({}, "stop") + usage);
  } else {
    const call = {
      index: 0,
      id: `call_${done}`,
      type: "function",
      function: { name: "read", arguments: '{"path":"file.txt"}' },
    };
    response.write(chunk({ role: "assistant", tool_calls: [call] }) + chunk({}, "tool_calls") + usage);
  }
  response.end();
}

function stream(response, count) {
  let sent = 0;
  const next = () => {
    let text = "";
    for (let i = 0; i < deltasPerWrite && sent < count; i++, sent++)
      text += chunk({ content: `word${sent} ` });
    if (text === "") {
      response.end(chunk({}, "stop") + usage);
    } else if (response.write(text)) {
      setImmediate(next);
    } else {
      response.once("drain", next);
    }
  };
  next();
}

server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.on("disconnect", () => process.exit(0));
