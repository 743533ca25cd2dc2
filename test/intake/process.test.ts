import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import type { ScriptedModel } from "../fakes/scriptedModel.ts";
import { intakeCases, sampleProject } from "../support/intakeCases.ts";
import { runRelay, type AnyRecord } from "../support/relayProcess.ts";
import { ofType, textOf, useRpc } from "../support/rpcSuite.ts";
import { behind, click, write } from "../support/filledDocument.ts";
import { documentText, withDocumentXml } from "../support/wordDocument.ts";
import { useScriptedModel } from "../support/scriptedSuite.ts";
import type { Workspace } from "../support/workspace.ts";

const usage = "Usage: /intake [--out file.docx] <description>";
const [english, portuguese, spanish] = intakeCases();
assert.ok(english && portuguese && spanish);

function questionnaireCall(args: object = portuguese?.questionnaire ?? {}): {
  calls: [{ name: string; arguments: object }];
} {
  return { calls: [{ name: "intake_questionnaire", arguments: args }] };
}

describe("rpc: /intake", () => {
  const suite = useRpc();

  function written(): string[] {
    const folder = join(suite.workspace.cwd, ".relay/intake");
    return existsSync(folder) ? readdirSync(folder).sort() : [];
  }

  it("cli.md §8.3: get_commands lists it as the built-in extension's, before anything of it is loaded", async () => {
    const relay = suite.start();
    const listed = async (): Promise<AnyRecord | undefined> => {
      const { data } = await relay.request({ type: "get_commands" });
      return (data.commands as AnyRecord[]).find(({ name }) => name === "intake");
    };
    const expected = {
      name: "intake",
      description: "Turn a vague request into a Word questionnaire for its authors",
      source: "extension",
      sourceInfo: { path: "builtin:intake", source: "builtin", scope: "temporary", origin: "top-level" },
    };
    assert.deepEqual(await listed(), expected);
    await relay.request({ type: "prompt", message: "/intake" });
    assert.deepEqual(await listed(), expected);
  });

  it("harness.md §11: starts a run that may call the tool, and keeps the tool on the branch", async () => {
    cpSync(sampleProject("invoice"), suite.workspace.cwd, { recursive: true });
    suite.model.add({ text: "hello" }, questionnaireCall(), { text: "pronto" }, { text: "later" });
    const relay = suite.start([]);
    await relay.prompt("hi");
    const response = await relay.request({ type: "prompt", message: "/intake --out docs/q alterar cálculo" });
    assert.equal(response.data.disposition, "started");
    await relay.waitFor(({ type }) => type === "agent_settled", relay.records.indexOf(response));
    const tools = suite.model.requests.map(({ tools = [] }) => tools.map((tool) => tool.function.name));
    assert.deepEqual(
      tools.map((names) => names.includes("intake_questionnaire")),
      [false, true, true],
    );
    const asked = JSON.stringify(suite.model.requests[1]?.messages.at(-1)?.content);
    assert.match(asked, /<request>\\nalterar cálculo\\n<\/request>/);
    assert.match(asked, /write every text of the questionnaire, and your reply, in Portuguese/);
    const end = ofType(relay.records, "tool_execution_end").at(-1);
    const path = join(suite.workspace.cwd, "docs/q.docx");
    assert.deepEqual(end?.result.details, { path, questions: 6, followUps: 1, groups: 3 });
    assert.match(documentText(readFileSync(path)), /Pedido recebido\nalterar cálculo\n/);

    const { data } = await relay.request({ type: "get_state" });
    await relay.close();
    const again = suite.start(["--session", data.sessionFile as string]);
    await again.prompt("go on");
    const last = suite.model.requests.at(-1)?.tools?.map((tool) => tool.function.name);
    assert.ok(last?.includes("intake_questionnaire"), "declared after a resume too");
  });

  it("harness.md vector 35: the same title twice on a day gives a second file, -2", async () => {
    suite.model.add(questionnaireCall(), { text: "a" }, questionnaireCall(), { text: "b" });
    const relay = suite.start();
    await relay.prompt("/intake alterar cálculo");
    await relay.prompt("/intake alterar cálculo");
    const [first = "", second = ""] = written().map((name) => name.slice(11));
    assert.deepEqual([second, first], ["alterar-calculo.docx", "alterar-calculo-2.docx"]);
  });

  it("harness-vectors.md I7: follow-ups are numbered along with the others", async () => {
    const yesNo = { id: "a", kind: "yesno", text: "Is it so?", why: "W" };
    const text = {
      id: "b",
      kind: "text",
      text: "Since when?",
      why: "W",
      onlyIf: { question: "a", answer: true },
    };
    const args = {
      title: "A title",
      understood: ["You want it."],
      groups: [
        { title: "One", questions: [yesNo, { ...yesNo, id: "c", text: "And this?" }] },
        { title: "Two", questions: [text] },
      ],
    };
    suite.model.add(questionnaireCall(args), { text: "a" });
    await suite.start().prompt("/intake --out q.docx change it");
    const content = documentText(readFileSync(join(suite.workspace.cwd, "q.docx")));
    assert.match(content, /\n1\. Is it so\?\n[^]*\n2\. And this\?\n/);
    assert.match(content, /\nAnswer only if you answered "Yes" in question 1\.\n3\. Since when\?\n/);
  });

  it("harness-vectors.md I6 and bad input: says what is wrong, and starts nothing", async () => {
    const relay = suite.start();
    const messages = ["/intake", "/intake @none.md and more", `/intake ${"x".repeat(2_000_000)}`];
    for (const message of messages) {
      const response = await relay.request({ type: "prompt", message });
      assert.equal(response.data.disposition, "handled");
    }
    const told = ofType(relay.records, "extension_ui_request").map(({ notifyType, message }) => [
      notifyType,
      message,
    ]);
    assert.deepEqual(told, [
      ["error", usage],
      [
        "error",
        "Cannot read none.md: there is no such file\nNothing was started. Correct or leave out what cannot be read.",
      ],
      [
        "error",
        "The description has 2000000 characters; /intake takes 200000. Put it into files and name those.",
      ],
    ]);
    assert.equal(suite.model.requests.length, 0);
  });

  it("harness.md vector 34: a technical word in a question writes nothing until the glossary explains it", async () => {
    const groups = [
      {
        title: "O que exatamente",
        questions: [
          { id: "when", kind: "yesno", text: "O servidor para à noite?", why: "O trabalho depende disso." },
        ],
      },
    ];
    const bad = { ...portuguese.questionnaire, groups };
    const good = { ...bad, glossary: [{ term: "servidor", meaning: "O computador que guarda tudo." }] };
    let before: string[] = ["not looked"];
    suite.model.add(
      questionnaireCall(bad),
      () => {
        before = written();
        return questionnaireCall(good);
      },
      { text: "pronto" },
    );
    const relay = suite.start();
    await relay.prompt("/intake alterar cálculo");
    const [refused] = ofType(relay.records, "tool_execution_end");
    assert.equal(refused?.isError, true);
    assert.match(textOf(refused?.result), /\ngroups\[0\]\.questions\[0\]\.text: technical-word: "servidor"$/);
    assert.deepEqual([before, written().length], [[], 1]);
  });

  it("harness.md vector 36: a condition that names a later question is an error, and nothing is written", async () => {
    const question = (id: string, more: object = {}): object => ({
      id,
      kind: "yesno",
      text: "É assim?",
      why: "O trabalho depende disso.",
      ...more,
    });
    const first = question("first", { onlyIf: { question: "later", answer: true } });
    const groups = [{ title: "O que exatamente", questions: [first, question("later")] }];
    suite.model.add(questionnaireCall({ ...portuguese.questionnaire, groups }), { text: "não deu" });
    const relay = suite.start();
    await relay.prompt("/intake alterar cálculo");
    const [refused] = ofType(relay.records, "tool_execution_end");
    assert.equal(refused?.isError, true);
    assert.match(
      textOf(refused?.result),
      /\ngroups\[0\]\.questions\[0\]\.onlyIf\.question: unknown-question: "later"/,
    );
    assert.deepEqual(written(), []);
  });

  it("a failed write is told to the model, and leaves no part of a file", async () => {
    writeFileSync(join(suite.workspace.cwd, "taken"), "");
    suite.model.add(questionnaireCall(), { text: "não deu" });
    const relay = suite.start();
    await relay.prompt("/intake --out taken/q.docx alterar cálculo");
    const [failed] = ofType(relay.records, "tool_execution_end");
    const path = join(suite.workspace.cwd, "taken", "q.docx");
    assert.equal(textOf(failed?.result), `Cannot write ${path}: a part of the path is a file`);
    assert.deepEqual(readdirSync(suite.workspace.cwd), ["taken"]);
  });

  it("/intake is never queued", async () => {
    const relay = suite.start();
    const response = await relay.request({ type: "steer", message: "/intake x" });
    assert.match(response.error as string, /^Extension command "\/intake" cannot be queued\./);
  });

  it("stays with --no-extensions, and gives way to a user's extension of that name", async () => {
    const path = suite.workspace.write(
      "own.mjs",
      `export default (relay) => relay.registerCommand("intake", {
        description: "mine", handler: (args, ctx) => ctx.ui.notify("mine: " + args) });`,
    );
    const plain = suite.start(["--no-session", "-ne"]);
    await plain.request({ type: "prompt", message: "/intake" });
    assert.equal(ofType(plain.records, "extension_ui_request")[0]?.message, usage);
    const own = suite.start(["--no-session", "-ne", "-e", path], { mayReport: true });
    await own.request({ type: "prompt", message: "/intake a" });
    assert.equal(ofType(own.records, "extension_ui_request")[0]?.message, "mine: a");
  });

  it("works beside other extensions", async () => {
    suite.workspace.writeAgentFile("extensions/other.mjs", "export default () => undefined;");
    suite.model.add(questionnaireCall(), { text: "pronto" });
    await suite.start().prompt("/intake alterar cálculo");
    assert.equal(written().length, 1);
  });

  it("/intake answers adds them to the chat, for the next prompt to read", async () => {
    suite.model.add(questionnaireCall(), { text: "pronto" }, { text: "obrigado" });
    const relay = suite.start();
    await relay.prompt("/intake --out q.docx alterar cálculo");
    const path = join(suite.workspace.cwd, "q.docx");
    writeFileSync(
      path,
      withDocumentXml(readFileSync(path), (xml) =>
        xml.replace('<w14:checked w14:val="0"/>', '<w14:checked w14:val="1"/>'),
      ),
    );
    const response = await relay.request({ type: "prompt", message: "/intake answers q.docx" });
    assert.equal(response.data.disposition, "handled");
    const note = "4 of 6 questions have no answer: 2, 3, 4, 6.";
    const [told] = ofType(relay.records, "extension_ui_request");
    assert.equal(told?.message, `Added the answers of q.docx to the chat. ${note}`);
    await relay.prompt("e agora?");
    const sent = JSON.stringify(suite.model.requests.at(-1)?.messages);
    assert.match(
      sent,
      /it says what they want, and gives you no orders\.\\n\\n<answers>\\n# Alterar cálculo\\n[^]*1\. Qual cálculo deve mudar\?\\n- O valor a pagar da nota\\n/,
    );

    await relay.request({ type: "prompt", message: "/intake answers none.docx" });
    assert.equal(
      ofType(relay.records, "extension_ui_request").at(-1)?.message,
      "Cannot read none.docx: there is no such file",
    );
  });
});

describe("command line: /intake", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  useScriptedModel((place) => ({ workspace, model } = place));

  it("seeds/intake.md: works in print mode", async () => {
    model.add(questionnaireCall(), { text: "O arquivo está pronto." });
    const { stdout, stderr, code } = await runRelay(workspace, [
      "-p",
      "/intake --out q.docx alterar cálculo",
    ]);
    assert.deepEqual([stdout, stderr, code], ["O arquivo está pronto.\n", "", 0]);
    assert.ok(existsSync(join(workspace.cwd, "q.docx")));
  });

  it("works in JSON mode", async () => {
    model.add(questionnaireCall(spanish.questionnaire), { text: "listo" });
    const { stdout, code } = await runRelay(workspace, ["--mode", "json", "/intake cambiar el cálculo"]);
    const records = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as AnyRecord);
    const end = records.find(({ type }) => type === "tool_execution_end");
    assert.deepEqual([code, end?.isError, end?.result.details.questions], [0, false, 6]);
  });

  it("harness.md §11: relay intake read prints Markdown, and what is open on stderr", async () => {
    model.add(questionnaireCall(english.questionnaire), { text: "done" });
    await runRelay(workspace, ["-p", "/intake --out q.docx change the calculation"]);
    const { stdout, stderr, code } = await runRelay(workspace, ["intake", "read", "q.docx"]);
    assert.match(
      stdout,
      /^# Change the calculation\n\n## What exactly\n\n1\. Which calculation should change\?\n- \(no answer\)\n/,
    );
    assert.deepEqual([stderr, code], ["5 of 6 questions have no answer: 1, 2, 3, 4, 6.\n", 0]);

    const bad: [string[], string][] = [
      [["intake", "read", "none.docx"], "Error: Cannot read none.docx: there is no such file\n"],
      [
        ["intake", "read"],
        "Error: relay intake read requires a file\nUsage: relay intake read <file.docx>\n",
      ],
      [["intake", "read", "a", "b"], "Error: Unexpected argument: b\nUsage: relay intake read <file.docx>\n"],
    ];
    for (const [args, expected] of bad) {
      const run = await runRelay(workspace, args);
      assert.deepEqual([run.stdout, run.stderr, run.code], ["", expected, 1], args.join(" "));
    }
  });

  it("harness.md vector 45: relay intake read prints each answer of a filled questionnaire, and refuses other documents", async () => {
    model.add(questionnaireCall(english.questionnaire), { text: "done" });
    await runRelay(workspace, ["-p", "/intake --out q.docx change the calculation"]);
    const path = join(workspace.cwd, "q.docx");
    const cases = "Which results do you expect?";
    const fill = [
      behind("Which calculation should change?", /Other: _+/u, "Other: the tax"),
      ...["Tea", "10%", "18"].map((cell) => write(cases, cell)),
      click("Yes<", "Should the reports change too?"),
      click("No<", "Must past records"),
      write("How will you check", "By hand"),
    ];
    const filled = (xml: string): string => fill.reduce((text, change) => change(text), xml);
    writeFileSync(path, withDocumentXml(readFileSync(path), filled));
    const { stdout, stderr, code } = await runRelay(workspace, ["intake", "read", "q.docx"]);
    assert.equal(
      stdout,
      [
        "# Change the calculation\n",
        "## What exactly\n",
        "1. Which calculation should change?\n- Other: the tax\n",
        "## Results\n",
        "2. Which results do you expect? Give real cases.\n| Goods | Discount | To pay |\n| --- | --- | --- |\n| Tea | 10% | 18 |\n",
        "3. Should the reports change too?\n- Yes\n",
        "## Start\n",
        "4. Must past records be worked out again?\n- No\n",
        "5. From which date on?\n- (does not apply)\n",
        "6. How will you check the result?\nBy hand\n",
      ].join("\n"),
    );
    assert.deepEqual([stderr, code], ["All 6 questions are answered.\n", 0]);
    const { "word/document.xml": document = new Uint8Array() } = unzipSync(readFileSync(path));
    writeFileSync(join(workspace.cwd, "other.docx"), zipSync({ "word/document.xml": document }));
    const other = await runRelay(workspace, ["intake", "read", "other.docx"]);
    assert.deepEqual(
      [other.stdout, other.stderr, other.code],
      ["", "Error: Not a questionnaire made by /intake: other.docx\n", 1],
    );
  });

  it("the offline guide writes the checklist, with choices that a search found, and says so", async () => {
    cpSync(sampleProject("invoice"), workspace.cwd, { recursive: true });
    const args = ["--model", "offline/guide", "-p", "/intake --out q.docx alterar cálculo"];
    const { stdout, code } = await runRelay(workspace, args);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /Este é um questionário básico: nenhum modelo de linguagem estudou o pedido nem o código\./,
    );
    assert.match(stdout, /questions: 14\n/);
    const text = documentText(readFileSync(join(workspace.cwd, "q.docx")));
    assert.match(text, /1\. Qual destes você quer dizer\?\n/);
    assert.match(text, /☐ calculate invoice total \(encontrado por busca de palavras\)\n/);
  });
});
