import type { JsonSchema } from "@relay-harness/protocol";

const text = (description: string): JsonSchema => ({ type: "string", description });
const texts = (description: string): JsonSchema => ({
  type: "array",
  items: { type: "string" },
  description,
});

const question: JsonSchema = {
  type: "object",
  required: ["id", "kind", "text", "why"],
  properties: {
    id: text("Small letter, then small letters, digits or _, at most 32; unique; never printed"),
    kind: {
      type: "string",
      enum: ["choice", "multi", "yesno", "text", "examples"],
      description:
        "choice: one of several; multi: any of several; yesno; text: a box to write in; examples: a table to fill with real cases",
    },
    text: text("The question, in words a 12-year-old understands"),
    why: text("Why it is asked: what depends on the answer"),
    today: text("How this works today, when that helps to answer"),
    options: texts(
      "choice, multi: 2 to 10 different options, such as the places found in the code, in lay words",
    ),
    other: { type: "boolean", description: 'choice, multi: offer "Other"; default true' },
    unknown: { type: "boolean", description: 'choice, multi, yesno: offer "I don\'t know"; default true' },
    lines: { type: "integer", description: "text: height of the box in lines, 1 to 12; default 3" },
    columns: texts("examples: 2 to 6 column headings"),
    rows: { type: "integer", description: "examples: empty rows to fill, 2 to 10; default 4" },
    sample: {
      type: "array",
      items: { type: "array", items: { type: "string" } },
      description: "examples: at most 2 rows filled as an example, one text per column",
    },
    onlyIf: {
      type: "object",
      required: ["question", "answer"],
      properties: {
        question: text("id of an earlier choice, multi or yesno question"),
        answer: {
          type: ["string", "boolean"],
          description: "One of its options as it stands there; yesno: true or false",
        },
      },
      description: "Makes this a follow-up: answered only after that answer",
    },
  },
};

/**
 * Parameters of `intake_questionnaire`. Limits stand in the descriptions: the tool checks them itself, so that one
 * answer names everything that has to change.
 */
export const questionnaireParameters: JsonSchema = {
  type: "object",
  required: ["title", "understood", "groups"],
  properties: {
    language: {
      type: "string",
      enum: ["en", "pt", "es"],
      description: "Language of every text; default: that of the request",
    },
    title: text("3 to 80 characters"),
    request: text("The request word for word; leave it out after /intake, which knows it"),
    understood: texts("1 to 8 sentences: what you understood of the request"),
    today: texts("At most 12 sentences: what the system does today, as the code shows it"),
    groups: {
      type: "array",
      description: "1 to 12 groups by topic, 1 to 60 questions in all",
      items: {
        type: "object",
        required: ["title", "questions"],
        properties: { title: text("Topic"), questions: { type: "array", items: question } },
      },
    },
    glossary: {
      type: "array",
      description: "At most 12 words that cannot be avoided, each explained in lay words",
      items: {
        type: "object",
        required: ["term", "meaning"],
        properties: { term: text("The word, singular"), meaning: text("What it means") },
      },
    },
    out: text("File or folder for the document, only when the user named one"),
  },
};

export const questionnaireDescription =
  "Writes a Word questionnaire for the authors of a vague request, who have no technical knowledge. Rejects technical " +
  "words that the glossary does not explain, code names, file names, folder paths, links and sentences over 30 words; " +
  "the answer then names each text to rewrite. Call it once with every question, follow-ups included.";
