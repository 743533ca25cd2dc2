import assert from "node:assert/strict";
import { describeProblems, type Problem } from "./problem.ts";
import { readQuestionnaire } from "./readQuestionnaire.ts";

const question = { id: "a", kind: "yesno", text: "Is it so?", why: "To know." };

function call(changes: object = {}, questions: unknown[] = [question]): object {
  return {
    language: "en",
    title: "A title",
    request: "as it came",
    understood: ["You want it."],
    groups: [{ title: "Topic", questions }],
    ...changes,
  };
}

function problemsOf(value: unknown): string[] {
  const reading = readQuestionnaire(value);
  return "problems" in reading ? reading.problems.map(line) : [];
}

function line({ path, code }: Problem): string {
  return `${path}: ${code}`;
}

describe("shape of a questionnaire", () => {
  it("takes what the page describes", () => {
    assert.deepEqual(problemsOf(call()), []);
  });

  it("harness-vectors.md I8: a condition must name an answer that can be given", () => {
    const choice = { id: "b", kind: "choice", text: "Which?", why: "W", options: ["One", "Two"] };
    const after = (id: string, onlyIf: object): object => ({ ...question, id, onlyIf });
    const onlyIfs = [
      after("c", { question: "b", answer: "One" }),
      after("d", { question: "b", answer: "Three" }),
      after("e", { question: "a", answer: "Yes" }),
      after("f", { question: "a", answer: false }),
    ];
    assert.deepEqual(problemsOf(call({}, [question, choice, ...onlyIfs])), [
      "groups[0].questions[3].onlyIf.answer: not-an-option",
      "groups[0].questions[4].onlyIf.answer: not-an-option",
    ]);
  });

  it("harness.md §11: a condition may name earlier questions only, and none with free text", () => {
    const text = { id: "t", kind: "text", text: "What?", why: "W" };
    const first = { ...question, id: "b", onlyIf: { question: "a", answer: true } };
    const last = { ...question, id: "z", onlyIf: { question: "t", answer: true } };
    assert.deepEqual(problemsOf(call({}, [first, question, text, last])), [
      "groups[0].questions[0].onlyIf.question: unknown-question",
      "groups[0].questions[3].onlyIf.question: unknown-question",
    ]);
  });

  it("harness-vectors.md I9: one option, an option twice, a field of another kind", () => {
    const questions = [
      { id: "a", kind: "choice", text: "Which?", why: "W", options: ["One"] },
      { id: "b", kind: "multi", text: "Which?", why: "W", options: ["One", "one"] },
      { id: "c", kind: "text", text: "What?", why: "W", columns: ["A", "B"] },
    ];
    assert.deepEqual(problemsOf(call({}, questions)), [
      "groups[0].questions[0].options: out-of-range",
      "groups[0].questions[1].options[1]: duplicate",
      "groups[0].questions[2].columns: unknown-field",
    ]);
  });

  it("harness-vectors.md I10: an id stands for one question", () => {
    assert.deepEqual(problemsOf(call({}, [question, question])), ["groups[0].questions[1].id: duplicate"]);
    assert.deepEqual(problemsOf(call({}, [{ ...question, id: "A b" }])), [
      "groups[0].questions[0].id: invalid-id",
    ]);
  });

  it("harness-vectors.md I13: the request is not judged, all else is", () => {
    assert.deepEqual(problemsOf(call({ request: "fix calcTotal() in src/a.ts" })), []);
    const changes = {
      title: "The API",
      today: ["It is in src/a.ts."],
      glossary: [{ term: "page", meaning: "A view of the database." }],
    };
    const questions = [
      { ...question, why: "Because of www.example.org.", today: "See calcTotal." },
      {
        id: "b",
        kind: "examples",
        text: "Cases?",
        why: "W",
        columns: ["total_price", "B"],
        sample: [["ok", "a.ts"]],
      },
    ];
    assert.deepEqual(problemsOf(call(changes, questions)), [
      "title: technical-word",
      "today[0]: path",
      "groups[0].questions[0].why: url",
      "groups[0].questions[0].today: code-name",
      "groups[0].questions[1].columns[0]: code-name",
      "groups[0].questions[1].sample[0][1]: file-name",
      "glossary[0].meaning: technical-word",
    ]);
  });

  it("harness.md §11: a word that the glossary explains may be used, but not to explain itself", () => {
    const used = { language: "pt", understood: ["O servidor parou."] };
    assert.deepEqual(problemsOf(call(used)), ["understood[0]: technical-word"]);
    const glossary = [{ term: "Servidor", meaning: "O computador da empresa." }];
    assert.deepEqual(problemsOf(call({ ...used, glossary })), []);
    const circular = [{ term: "servidor", meaning: "Um servidor." }];
    assert.deepEqual(problemsOf(call({ ...used, glossary: circular })), [
      "glossary[0].meaning: technical-word",
    ]);
  });

  it("options that a reader could not tell apart are refused, those that are added by themselves included", () => {
    const options = ["The tax", "the  tax", "Other", "No sé"];
    const choice = { id: "a", kind: "choice", text: "Which?", why: "W", options };
    assert.deepEqual(problemsOf(call({}, [choice])), [
      "groups[0].questions[0].options[1]: duplicate",
      "groups[0].questions[0].options[2]: duplicate",
      "groups[0].questions[0].options[3]: duplicate",
    ]);
    const own = { ...choice, options: ["Other", "No sé"], other: false, unknown: false };
    assert.deepEqual(problemsOf(call({}, [own])), []);
  });

  it("says how many questions are too many", () => {
    const questions = Array.from({ length: 200 }, (_, index) => ({ ...question, id: `q${index}` }));
    const reading = readQuestionnaire(call({}, questions));
    assert.deepEqual("problems" in reading && reading.problems, [
      { path: "groups", code: "out-of-range", detail: "200 questions; use 1 to 60" },
    ]);
  });

  it("fills in the language and the request from the command", () => {
    const reading = readQuestionnaire(call({ language: undefined, request: undefined }), {
      language: "es",
      request: "cambiar",
    });
    assert.ok("questionnaire" in reading);
    assert.deepEqual([reading.questionnaire.language, reading.questionnaire.request], ["es", "cambiar"]);
    assert.deepEqual(problemsOf(call({ language: undefined, request: undefined })), [
      "language: missing",
      "request: missing",
    ]);
  });

  it("anything that is no questionnaire is refused by name", () => {
    for (const value of [null, [], "x", 5]) assert.deepEqual(problemsOf(value), [": wrong-type"]);
    assert.deepEqual(problemsOf({ groups: [null, { title: 1, questions: [null] }], extra: 1 }), [
      "extra: unknown-field",
      "language: missing",
      "title: missing",
      "request: missing",
      "understood: missing",
      "groups[0]: wrong-type",
      "groups[1].title: wrong-type",
      "groups[1].questions[0].kind: missing",
      "groups[1].questions[0]: wrong-type",
    ]);
  });

  it("lists at most fifty problems, one a line", () => {
    const understood = Array.from({ length: 8 }, () => Array.from({ length: 8 }, () => "API").join(" "));
    const reading = readQuestionnaire(call({ understood }));
    assert.ok("problems" in reading);
    const lines = describeProblems(reading.problems).split("\n");
    assert.equal(lines.length, 52);
    assert.match(lines[0] ?? "", /^The questionnaire was not written: 64 problems\./);
    assert.equal(lines[1], 'understood[0]: technical-word: "API"');
    assert.equal(lines.at(-1), "... and 14 more");
  });
});
