import { verbGroup } from "../lexicon/groups.ts";
import { lazy } from "../text/lazy.ts";
import { wordSet } from "../text/words.ts";
import { messageSentences } from "../orders/messageSentences.ts";
import { orderReadings } from "../orders/orderVerb.ts";
import { segments } from "../orders/segments.ts";
import { turnKind } from "../turnKind.ts";

const changingGroups: ReadonlySet<string> = new Set(["change", "add", "remove", "use"]);

const otherVerbs = lazy(() =>
  wordSet(`
    fix correct repair resolve implement refactor rename move convert migrate
    consertar arrumar reparar resolver renomear mover converter migrar
    arreglar renombrar convertir`),
);

/** Whether the developer asks for a change, so that a report of success without any effect is suspicious. */
export function isChangeRequest(message: string): boolean {
  if (turnKind(message) === "question") return false;
  return messageSentences(message).some(
    (sentence) =>
      !sentence.isQuestion &&
      sentence.clauses.some(
        (clause) =>
          clause.negator < 0 &&
          !clause.blocked &&
          segments(clause, undefined).some(([verb = ""]) => isChangingVerb(verb)),
      ),
  );
}

function isChangingVerb(word: string): boolean {
  return orderReadings(word).some(
    ({ lemma }) => changingGroups.has(verbGroup(lemma)) || otherVerbs().has(lemma),
  );
}
