import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type CaseLanguage = "en" | "pt" | "es";

interface CaseTexts {
  request: string;
  title: string;
  today: string;
  which: string;
  options: string[];
  columns: string[];
}

/** A vague request about one of the sample projects, and what a model that read the code asks. */
export interface IntakeCase {
  name: string;
  /** Folder of the sample project. */
  project: string;
  language: CaseLanguage;
  request: string;
  /** What the model looks for in the code. */
  search: string;
  /** Its call of `intake_questionnaire`. */
  questionnaire: Record<string, unknown>;
  /** Every question, in order. */
  questions: string[];
}

const fixtures = fileURLToPath(new URL("../fixtures/intake/", import.meta.url));

/** Questions that stand in each questionnaire after the one that belongs to the request. */
const shared = {
  en: {
    understood: "You want this to work differently.",
    groups: ["What exactly", "Results", "Start"],
    why: "The work depends on it.",
    examples: "Which results do you expect? Give real cases.",
    ripple: "Should the reports change too?",
    past: "Must past records be worked out again?",
    from: "From which date on?",
    proof: "How will you check the result?",
    term: "record",
    meaning: "Something that was saved earlier.",
  },
  pt: {
    understood: "Você quer que isto funcione de outro jeito.",
    groups: ["O que exatamente", "Resultados", "Início"],
    why: "O trabalho depende disso.",
    examples: "Que resultados você espera? Dê casos reais.",
    ripple: "Os relatórios também devem mudar?",
    past: "Os registros antigos devem ser refeitos?",
    from: "A partir de que data?",
    proof: "Como você vai conferir o resultado?",
    term: "registro",
    meaning: "Algo que foi guardado antes.",
  },
  es: {
    understood: "Usted quiere que esto funcione de otra manera.",
    groups: ["Qué exactamente", "Resultados", "Inicio"],
    why: "El trabajo depende de ello.",
    examples: "¿Qué resultados espera? Dé casos reales.",
    ripple: "¿Deben cambiar también los informes?",
    past: "¿Deben rehacerse los registros anteriores?",
    from: "¿Desde qué fecha?",
    proof: "¿Cómo revisará el resultado?",
    term: "registro",
    meaning: "Algo que se guardó antes.",
  },
} as const;

/** Folder of a sample project. */
export function sampleProject(name: string): string {
  return `${fixtures}${name}`;
}

/** Three requests for each of three projects, in three languages each. */
export function intakeCases(): IntakeCase[] {
  const rows = JSON.parse(readFileSync(`${fixtures}requests.json`, "utf8")) as ({
    project: string;
    search: string;
  } & Record<CaseLanguage, CaseTexts>)[];
  return rows.flatMap((row) =>
    (["en", "pt", "es"] as const).map((language): IntakeCase => {
      const { request, title, today, which, options, columns } = row[language];
      const { understood, groups, why, examples, ripple, past, from, proof, term, meaning } =
        shared[language];
      const [what, results, start] = groups;
      const question = (id: string, kind: string, text: string, more: object = {}): object => ({
        id,
        kind,
        text,
        why,
        ...more,
      });
      const questionnaire = {
        language,
        title,
        understood: [understood],
        today: [today],
        groups: [
          { title: what, questions: [question("which", "choice", which, { options, today })] },
          {
            title: results,
            questions: [
              question("cases", "examples", examples, { columns, rows: 3 }),
              question("ripple", "yesno", ripple),
            ],
          },
          {
            title: start,
            questions: [
              question("past", "yesno", past),
              question("from", "text", from, { lines: 1, onlyIf: { question: "past", answer: true } }),
              question("proof", "text", proof),
            ],
          },
        ],
        glossary: [{ term, meaning }],
      };
      return {
        name: `${row.project}, ${language}: ${request}`,
        project: row.project,
        language,
        request,
        search: row.search,
        questionnaire,
        questions: [which, examples, ripple, past, from, proof],
      };
    }),
  );
}
