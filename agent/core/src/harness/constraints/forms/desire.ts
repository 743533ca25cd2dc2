import { lazy } from "../../text/lazy.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule } from "../types.ts";

const unwanted = lazy(() =>
  pattern(`^(?:
    (?:i|we) (?:do not|don't|really don't) want (?:any|you|to|new)
    | (?:(?:eu|a gente|nos) )?nao (?:quero|queremos) (?:que|nenhuma?|nov[ao]s?|ver|mais)
    | (?:yo )?no (?:quiero|queremos) (?:que|ninguna?|nuev[ao]s?|ver|más|mas)
  )>`),
);

export const desire: FormRule = { form: "desire", matches: (clause) => unwanted().test(clause.text) };
