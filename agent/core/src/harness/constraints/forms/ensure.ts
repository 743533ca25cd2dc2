import { deictic } from "../../lexicon/markers.ts";
import { lazy } from "../../text/lazy.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule } from "../types.ts";

const general = lazy(() =>
  pattern(`^(?:make sure|be sure|ensure|garanta|garante|certifique-se|asegurate|asegurese|garantiza|garantice)> .*
    <(?:never|always|every|all|each|no|stays?
    | nunca | sempre | tod[oa]s | nenhuma? | siempre | ninguna? | cada)>`),
);

export const ensure: FormRule = {
  form: "ensure",
  matches: ({ text }) => general().test(text) && !deictic().test(text),
};
