import { Type } from "@sinclair/typebox";
import { oneOf } from "./build.ts";

const text = Type.String();
const flag = Type.Boolean();
const count = Type.Number({ minimum: 0 });
const texts = Type.Array(text);
const textOrNull = Type.Union([text, Type.Null()]);
const countOrNull = Type.Union([count, Type.Null()]);

const settings = Type.Object({
  alignment: flag,
  authorizationGate: flag,
  scopeGuard: flag,
  evidence: flag,
  context: flag,
  contextKeepRecent: count,
  contextBatchSize: count,
  skills: flag,
  verifyCommands: texts,
  maxChangedLines: count,
  maxFileLines: count,
});

const constraint = Type.Object({
  id: text,
  text,
  lang: oneOf("en", "pt", "es"),
  form: text,
  status: oneOf("active", "superseded", "retracted"),
  reason: Type.Union([oneOf("contradicted", "developer", "superseded"), Type.Null()]),
  entryId: text,
  at: text,
  restated: flag,
  exception: flag,
});

const correction = Type.Object({
  id: text,
  text,
  entryId: text,
  at: text,
  active: flag,
  retracted: flag,
});

const approval = Type.Object({
  id: text,
  status: oneOf("pending", "approved", "used", "denied", "expired", "message"),
  tool: text,
  command: text,
  cwd: text,
  ops: Type.Array(
    Type.Object({ id: text, class: Type.Array(oneOf("destructive", "external")), label: text }),
  ),
  at: text,
});

const turn = Type.Object({
  entryId: text,
  kind: oneOf("question", "request"),
  editBlocked: flag,
  editsAllowed: flag,
});

const check = Type.Object({
  toolCallId: textOrNull,
  command: Type.String({ maxLength: 200 }),
  kind: oneOf("test", "types", "lint", "build"),
  exitCode: Type.Union([Type.Integer(), Type.Null()]),
  result: oneOf("passed", "failed", "masked", "undeclared"),
  why: textOrNull,
  narrowed: Type.Union([oneOf("name", "path"), Type.Null()]),
  afterLastChange: flag,
  carried: flag,
  at: text,
});

const evidence = Type.Object({
  entryId: text,
  status: Type.Union([
    oneOf("verified", "unverified", "contradicted", "no-effect", "acknowledged"),
    Type.Null(),
  ]),
  reason: textOrNull,
  claims: Type.Array(oneOf("ack", "all-tests", "checks", "completion")),
  changeRequest: flag,
  effect: flag,
  changes: Type.Array(Type.Object({ path: text, kind: oneOf("code", "doc"), count })),
  checks: Type.Array(check),
  requested: flag,
  final: flag,
});

const slice = Type.Object({
  git: flag,
  changedLines: countOrNull,
  limit: count,
  fired: flag,
  files: Type.Array(Type.Object({ path: text, before: count, after: count, fired: flag })),
});

const skillUsage = Type.Object({
  name: text,
  entryLoads: count,
  fanout: count,
  loads: count,
  effective: count,
  uptake: countOrNull,
  early: count,
  middle: count,
  late: count,
  revisits: count,
});

const skillFinding = Type.Object({
  skill: text,
  rule: oneOf(
    "entry-long-flat",
    "entry-long",
    "description-long",
    "missing-reference",
    "reference-without-reason",
    "unreferenced-file",
  ),
  message: text,
  path: Type.Optional(text),
});

/** harness.md §10. */
export const harnessState = Type.Object({
  v: Type.Literal(1),
  at: text,
  settings,
  constraints: Type.Array(constraint),
  corrections: Type.Array(correction),
  approvals: Type.Array(approval),
  turn: Type.Union([turn, Type.Null()]),
  evidence: Type.Union([evidence, Type.Null()]),
  slice,
  context: Type.Object({
    results: count,
    verbatim: count,
    elided: count,
    pending: count,
    savedChars: count,
    batches: count,
  }),
  skills: Type.Array(skillUsage),
  audit: Type.Array(skillFinding),
  learnings: texts,
});
