// Model server of the benches, in a process of its own so that its work is not measured.
// The model id says what to do: `stream-N` sends N text deltas, `tools-N` makes N tool calls, one per turn,
// `cache-N` reads N files, `intake-N` writes a questionnaire of N questions; `GET /repetition` tells how many bytes its last run sent, and how many of them repeated
// the beginning of the request before.
import { createServer } from "node:http";

const deltasPerWrite = 20;

const chunk = (delta, finish = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const usage = `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } })}\n\ndata: [DONE]\n\n`;

let repetition = { bytes: 0, repeated: 0, previous: Buffer.alloc(0) };

const server = createServer((request, response) => {
  if (request.url === "/repetition") {
    const { bytes, repeated } = repetition;
    response.end(JSON.stringify({ bytes, repeated }));
    return;
  }
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    const body = Buffer.concat(parts);
    answer(JSON.parse(body.toString("utf8")), response, body);
  });
});

function countRepetition(body, isFirst) {
  const { previous, bytes, repeated } = isFirst
    ? { previous: Buffer.alloc(0), bytes: 0, repeated: 0 }
    : repetition;
  let length = 0;
  while (length < previous.length && previous[length] === body[length]) length++;
  repetition = { previous: body, bytes: bytes + body.length, repeated: repeated + length };
}

function answer({ model, messages }, response, body) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const [kind, count] = [model.split("-")[0], Number(model.split("-")[1])];
  if (kind === "stream") return stream(response, count);
  const done = messages.filter((message) => message.role === "tool").length;
  if (kind === "cache") countRepetition(body, done === 0);
  if (done >= (kind === "intake" ? 1 : count)) {
    response.write(chunk({ role: "assistant", content: "done" }) + chunk({}, "stop") + usage);
  } else {
    const call = { index: 0, id: `call_${done}`, type: "function", function: calledTool(kind, count, done) };
    response.write(chunk({ role: "assistant", tool_calls: [call] }) + chunk({}, "tool_calls") + usage);
  }
  response.end();
}

function calledTool(kind, count, done) {
  if (kind === "intake") {
    return { name: "intake_questionnaire", arguments: JSON.stringify(questionnaire(count)) };
  }
  const path = kind === "cache" ? `part${done}.txt` : "file.txt";
  return { name: "read", arguments: JSON.stringify({ path }) };
}

/** Questions of every kind in turn, over several groups. */
function questionnaire(count) {
  const kinds = [
    { kind: "choice", options: ["The amount to pay", "The discount", "The tax", "The shipping"] },
    { kind: "examples", columns: ["What goes in", "Result today", "Result wanted"] },
    { kind: "text" },
    { kind: "yesno" },
  ];
  const questions = Array.from({ length: count }, (_, index) => ({
    id: `q${index}`,
    text: "What should happen in this case, and who says so?",
    why: "The work cannot start before this is clear.",
    ...kinds[index % kinds.length],
  }));
  const groups = [];
  while (questions.length > 0)
    groups.push({ title: `Part ${groups.length + 1}`, questions: questions.splice(0, 10) });
  return { title: "Change the calculation", understood: ["You want another result."], groups };
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
