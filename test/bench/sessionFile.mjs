// Session files as days or weeks of work leave them: prompts, answers, tool calls and their results on one long
// branch, dead ends beside it, labels. The same options give the same bytes.
import { closeSync, openSync, writeSync } from "node:fs";

const words =
  "the parser reads each line of a file and keeps what it needs for later because tests fail when an index is stale so we check twice before a commit lands on main".split(
    " ",
  );
const rareWords = ["naïve", "→", "日本語", "🙂"];
const firstTime = Date.UTC(2026, 0, 5, 8);
const millisecondsPerEntry = 20_000;
const toolCallsPerTurn = 3;
const entriesPerTurn = 2 + 2 * toolCallsPerTurn;
const turnsPerDeadEnd = 200;
const turnsPerLabel = 500;
/** What an entry takes beside its texts, roughly. */
const bytesPerFrame = 440;
const summaryLength = 3000;
const flushLength = 1 << 20;

/** Writes a session of about `entryCount` entries and `bytes`. `compactEvery`: turns between compactions. */
export function writeSessionFile(path, { cwd, entryCount, bytes, id = "bench", compactEvery = Infinity }) {
  const file = new LineFile(path);
  file.add({ type: "session", version: 3, id, timestamp: isoTime(firstTime), cwd });
  const session = new SessionText(file, Math.max(40, bytes / entryCount - bytesPerFrame));
  session.begin();
  for (let turn = 1; session.count + entriesPerTurn <= entryCount; turn++) {
    session.turn(toolCallsPerTurn);
    if (turn % turnsPerDeadEnd === 0) session.deadEnd();
    if (turn % turnsPerLabel === 0) session.label(`turn ${turn}`);
    if (turn % compactEvery === 0) session.compact();
  }
  file.close();
}

class SessionText {
  count = 0;
  leaf = null;
  turnStart = null;
  random = randomNumbers(20260105);

  /** `textLength` is the mean length of a text. */
  constructor(file, textLength) {
    this.file = file;
    this.textLength = textLength;
  }

  begin() {
    this.entry("model_change", { provider: "bench", modelId: "stream-1" });
    this.entry("thinking_level_change", { thinkingLevel: "off" });
    const tools = ["read", "bash", "edit"].map((name) => ({
      name,
      description: this.words(200),
      parameters: { type: "object", properties: {} },
    }));
    this.message({ role: "system", content: "", sections: { rules: this.words(2000) }, toolsAdded: tools });
  }

  turn(toolCalls) {
    this.message({ role: "user", content: [this.text(0.4)] });
    this.turnStart = this.leaf;
    for (let call = 0; call < toolCalls; call++) this.toolStep(`call_${this.count}`);
    this.assistant([this.text(1)], "stop");
  }

  toolStep(id) {
    const thinking = { type: "thinking", thinking: this.words(120), thinkingSignature: "s".repeat(40) };
    const command = `grep -rn "${this.words(20).trim()}" src`;
    this.assistant([thinking, { type: "toolCall", id, name: "bash", arguments: { command } }], "toolUse");
    const outcome = { content: [this.text(2)], details: { exitCode: 0 }, isError: false };
    this.message({ role: "toolResult", toolCallId: id, toolName: "bash", ...outcome });
  }

  assistant(content, stopReason) {
    const [input, output] = [1000 + this.random(5000), this.random(900)];
    const prices = { input: input * 3e-6, output: output * 15e-6, cacheRead: 0, cacheWrite: 0 };
    const cost = { ...prices, total: prices.input + prices.output };
    this.message({
      role: "assistant",
      content,
      api: "openai-completions",
      provider: "bench",
      model: "stream-1",
      usage: { input, output, cacheRead: 0, cacheWrite: 0, totalTokens: input + output, cost },
      stopReason,
    });
  }

  /** A turn that was given up: the next one starts where it started. */
  deadEnd() {
    const { leaf } = this;
    this.turn(1);
    this.leaf = leaf;
  }

  label(label) {
    this.entry("label", { targetId: this.leaf, label });
  }

  compact() {
    const summary = this.words(summaryLength);
    this.entry("compaction", { summary, firstKeptEntryId: this.turnStart, tokensBefore: 150_000 });
  }

  message(message) {
    this.entry("message", { message: { ...message, timestamp: this.time() } });
  }

  entry(type, body) {
    const id = this.random(0xffffffff).toString(16).padStart(8, "0");
    this.file.add({ type, id, parentId: this.leaf, timestamp: isoTime(this.time()), ...body });
    this.leaf = id;
    this.count++;
  }

  text(share) {
    return { type: "text", text: this.words(this.textLength * share * (0.5 + this.random(1000) / 1000)) };
  }

  words(length) {
    let text = "";
    while (text.length < length) {
      const list = this.random(600) === 0 ? rareWords : words;
      text += `${list[this.random(list.length)]}${this.random(9) === 0 ? "\n" : " "}`;
    }
    return text;
  }

  time() {
    return firstTime + this.count * millisecondsPerEntry;
  }
}

/** Collects lines and writes them in large pieces. */
class LineFile {
  lines = "";

  constructor(path) {
    this.fd = openSync(path, "w");
  }

  add(record) {
    this.lines += `${JSON.stringify(record)}\n`;
    if (this.lines.length > flushLength) this.flush();
  }

  close() {
    this.flush();
    closeSync(this.fd);
  }

  flush() {
    writeSync(this.fd, this.lines);
    this.lines = "";
  }
}

/** Whole numbers below a limit, the same with every run. */
function randomNumbers(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function isoTime(milliseconds) {
  return new Date(milliseconds).toISOString();
}
