import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  fauxAssistantMessage,
  fauxProvider,
  fauxToolCall,
  ModelRuntime,
  type FauxHandle,
} from "@relay-harness/ai";
import { textOf, type ToolResultMessage } from "@relay-harness/protocol";
import {
  createAgentSession,
  createIntakeExtension,
  DefaultResourceLoader,
  SessionManager,
  SettingsManager,
  type AgentSession,
} from "../../agent/coding-agent/src/index.ts";
import { layProblemCodes } from "../../agent/coding-agent/src/builtin/intake/validate/layText.ts";
import { intakeCases, sampleProject, type IntakeCase } from "../support/intakeCases.ts";
import { assertWellFormed, documentParts, documentText } from "../support/wordDocument.ts";
import { createWorkspace, type Workspace } from "../support/workspace.ts";

const labels = {
  en: {
    onlyIf: 'Answer only if you answered "Yes" in question 4.',
    why: "Why we ask: ",
    other: "Other: ___",
  },
  pt: {
    onlyIf: 'Responda somente se você respondeu "Sim" na pergunta 4.',
    why: "Por que perguntamos: ",
    other: "Outro: ___",
  },
  es: {
    onlyIf: 'Responda solo si respondió "Sí" en la pregunta 4.',
    why: "Por qué preguntamos: ",
    other: "Otro: ___",
  },
};

describe("intake: nine vague requests about three projects, in three languages", () => {
  let workspace: Workspace;
  let faux: FauxHandle;
  let session: AgentSession;

  beforeEach(() => {
    workspace = createWorkspace();
    faux = fauxProvider({ models: [{ id: "one" }] });
  });
  afterEach(async () => {
    await session.dispose();
    workspace.dispose();
  });

  async function open({ project }: IntakeCase): Promise<void> {
    const { cwd, agentDir } = workspace;
    cpSync(sampleProject(project), cwd, { recursive: true });
    mkdirSync(agentDir, { recursive: true });
    const modelRuntime = await ModelRuntime.create({ env: {} });
    modelRuntime.registerNativeProvider(faux.provider);
    modelRuntime.setRuntimeApiKey("faux", "key");
    const settingsManager = SettingsManager.create(cwd, agentDir);
    const extensionFactories = [createIntakeExtension()];
    const resourceLoader = new DefaultResourceLoader({ cwd, agentDir, settingsManager, extensionFactories });
    await resourceLoader.reload();
    const sessionManager = SessionManager.inMemory(cwd);
    const parts = { cwd, agentDir, modelRuntime, settingsManager, resourceLoader, sessionManager };
    ({ session } = await createAgentSession(parts));
  }

  /** Results of a tool, in order. */
  function results(name: string): ToolResultMessage[] {
    return session.messages.filter(
      (message): message is ToolResultMessage => message.role === "toolResult" && message.toolName === name,
    );
  }

  for (const one of intakeCases()) {
    it(one.name, async () => {
      await open(one);
      const bad = { ...one.questionnaire, understood: ["The API of calculateTotal() returns null."] };
      faux.setResponses([
        fauxAssistantMessage([fauxToolCall("bash", { command: `grep -rnE "${one.search}" .` })]),
        fauxAssistantMessage([fauxToolCall("intake_questionnaire", bad)]),
        fauxAssistantMessage([fauxToolCall("intake_questionnaire", one.questionnaire)]),
        fauxAssistantMessage("done"),
      ]);
      await session.prompt(`/intake ${one.request}`);

      const [search] = results("bash");
      assert.match(
        textOf(search?.content ?? [], "\n"),
        new RegExp(one.search),
        "the code has what is searched",
      );
      const [refused, written] = results("intake_questionnaire");
      assert.equal(refused?.isError, true);
      assert.match(
        textOf(refused?.content ?? [], "\n"),
        /understood\[0\]: technical-word: "API"\nunderstood\[0\]: code-name: "calculateTotal\(\)"\n/,
      );
      assert.equal(written?.isError, false, textOf(written?.content ?? [], "\n"));
      const details = written?.details as { path: string };
      const name = details.path.slice(workspace.cwd.length).replaceAll("\\", "/");
      assert.match(name, /^\/\.relay\/intake\/\d{4}-\d\d-\d\d-[a-z0-9-]+\.docx$/);
      assert.deepEqual(written?.details, { path: details.path, questions: 6, followUps: 1, groups: 3 });

      const bytes = readFileSync(details.path);
      const text = documentText(bytes);
      one.questions.forEach((question, index) => {
        assert.ok(text.includes(`\n${index + 1}. ${question}\n`), question);
      });
      const { onlyIf, why, other } = labels[one.language];
      for (const label of [onlyIf, why, other, one.request]) assert.ok(text.includes(label), label);
      assert.deepEqual(layProblemCodes(text, one.language), []);
      assertWellFormed(bytes);
    });
  }

  it("harness-vectors.md I15: the document is whole and refers to nothing outside", async () => {
    const [one] = intakeCases();
    assert.ok(one);
    await open(one);
    faux.setResponses([
      fauxAssistantMessage([fauxToolCall("intake_questionnaire", { ...one.questionnaire, out: "q" })]),
      fauxAssistantMessage("done"),
    ]);
    await session.prompt(`/intake ${one.request}`);
    const parts = documentParts(readFileSync(join(workspace.cwd, "q.docx")));
    const names = [...parts.keys()];
    assert.equal(names[0], "[Content_Types].xml");
    const wanted = ["_rels/.rels", "word/document.xml", "word/styles.xml", "word/settings.xml"];
    const more = [
      "word/_rels/document.xml.rels",
      "docProps/core.xml",
      "docProps/app.xml",
      "docProps/custom.xml",
    ];
    assert.deepEqual(
      [...wanted, ...more].filter((name) => !parts.has(name)),
      [],
    );
    const xml = parts.get("word/document.xml") ?? "";
    assert.equal(xml.match(/<w:sectPr/gu)?.length, 1);
    assert.ok(xml.endsWith("</w:sectPr></w:body></w:document>"));
    for (const [name, text] of parts) assert.doesNotMatch(text, /TargetMode="External"/, name);
    for (const [name, text] of parts) {
      if (!name.endsWith(".rels")) continue;
      const folder = name.replace(/_rels\/[^/]*$/u, "");
      for (const [, target = ""] of text.matchAll(/Target="([^"]+)"/gu)) {
        assert.ok(
          parts.has(target.startsWith("/") ? target.slice(1) : `${folder}${target}`),
          `${name}: ${target}`,
        );
      }
    }
  });
});
