import { verbGroup } from "./lexicon/groups.ts";
import { suggestion } from "./lexicon/turnWords.ts";
import type { MessageSentence } from "./orders/messageSentences.ts";
import { messageSentences } from "./orders/messageSentences.ts";
import { orderReadings } from "./orders/orderVerb.ts";
import { segments } from "./orders/segments.ts";
import { lazy } from "./text/lazy.ts";
import { wordSet } from "./text/words.ts";
import { turnKind } from "./turnKind.ts";

const changingGroups: ReadonlySet<string> = new Set(["change", "add", "remove", "use"]);

const otherVerbs = lazy(() =>
  wordSet(`
    fix correct repair resolve implement refactor rename move convert migrate replace
    consertar arrumar reparar resolver renomear mover converter migrar substituir
    arreglar renombrar convertir reemplazar`),
);

/** Whether a developer message asks for a change, so that a report of success without any effect is suspicious. */
export function isChangeRequest(message: string): boolean {
  if (turnKind(message) === "question") return false;
  return messageSentences(message).some((sentence) =>
    orderedVerbs(sentence).some((verb) =>
      orderReadings(verb).some(
        ({ lemma }) => changingGroups.has(verbGroup(lemma)) || otherVerbs().has(lemma),
      ),
    ),
  );
}

/** The words with which its orders begin; "why not add ..." orders too. */
function orderedVerbs({ isQuestion, words, clauses }: MessageSentence): string[] {
  if (isQuestion) {
    const text = words.join(" ");
    const suggested = suggestion.exec(text);
    return suggested ? text.slice(suggested[0].length).trim().split(" ", 1) : [];
  }
  return clauses
    .filter(({ negator, blocked }) => negator < 0 && blocked !== "negated" && blocked !== "label")
    .flatMap((clause) => segments(clause, undefined).flatMap((part) => part.slice(0, 1)));
}
