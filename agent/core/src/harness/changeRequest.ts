import { requestedActions } from "./constraints/exceptions.ts";
import { turnKind } from "./turnKind.ts";

/** Groups of verbs, and single verbs, that ask for files to change (harness.md §6.4). */
const changing: ReadonlySet<string> = new Set(
  (
    "change add remove use " +
    "fix repair resolve rename move convert migrate replace " +
    "consertar arrumar reparar resolver renomear mover converter migrar substituir " +
    "arreglar renombrar convertir reemplazar"
  ).split(" "),
);

/** Whether a developer message asks for a change, so that an answer "done" without one is no answer. */
export function isChangeRequest(message: string): boolean {
  return (
    turnKind(message) === "request" && requestedActions(message).some(({ group }) => changing.has(group))
  );
}
