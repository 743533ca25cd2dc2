import type { Redirect, Statement, Word } from "../tree.ts";

/** Puts redirections where the shell applies them: behind `a && b` they belong to `b`. */
export function attach(body: Statement, redirects: readonly Redirect[], words: readonly Word[]): Statement {
  if (redirects.length === 0 && words.length === 0) return body;
  switch (body.type) {
    case "simple":
      return { ...body, words: [...body.words, ...words], redirects: [...body.redirects, ...redirects] };
    case "and":
    case "or":
      return { ...body, right: attach(body.right, redirects, words) };
    case "not":
      return { ...body, body: attach(body.body, redirects, words) };
    case "pipeline":
      return {
        ...body,
        stages: body.stages.map((stage, index) =>
          index === body.stages.length - 1 ? attach(stage, redirects, words) : stage,
        ),
      };
    default:
      return { type: "redirected", body, redirects };
  }
}

/**
 * `left | right` as the shell groups it. The grammar may hand over a list or a negation as the head,
 * though a pipe binds tighter than both.
 */
export function joinPipeline(left: Statement, right: Statement): Statement {
  if (left.type === "and" || left.type === "or") return { ...left, right: joinPipeline(left.right, right) };
  if (left.type === "not") return { type: "not", body: joinPipeline(left.body, right) };
  if (right.type === "and" || right.type === "or") return { ...right, left: joinPipeline(left, right.left) };
  const stages = [left, right].flatMap((side) => (side.type === "pipeline" ? side.stages : [side]));
  return { type: "pipeline", stages };
}
