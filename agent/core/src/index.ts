export * from "./loop.ts";
export type { AgentMessage, ThinkingLevel } from "@relay-harness/protocol";
export type { StreamFunction as StreamFn } from "@relay-harness/ai";
export { AlignmentPolicy } from "./harness/alignment/alignmentPolicy.ts";
export type {
  AlignmentOptions,
  AuthorizationAnswer,
  AuthorizationRequest,
} from "./harness/alignment/alignmentPolicy.ts";
export { classifyToolCall } from "./harness/alignment/toolEffect.ts";
export type { EffectOptions, ToolEffect, ToolTraits } from "./harness/alignment/toolEffect.ts";
export { ConstraintLedger } from "./harness/constraints/constraintLedger.ts";
export { ContextWindowPolicy } from "./harness/context/contextWindowPolicy.ts";
export { HARNESS_MESSAGE_PREFIX, isDeveloperMessage } from "./harness/developerMessage.ts";
export { EvidenceLedger } from "./harness/evidence/evidenceLedger.ts";
export type { FileFacts, WorkspaceProbe } from "./harness/evidence/workspaceProbe.ts";
export { HarnessCore } from "./harness/harnessCore.ts";
export type { HarnessCoreOptions, HarnessStore } from "./harness/harnessCore.ts";
export type { HarnessEvent } from "./harness/harnessEvent.ts";
export type { ShellLanguage, ShellParser, SyntaxNode } from "./harness/shell/syntax.ts";
export type * from "./harness/shell/types.ts";
export { auditSkill } from "./harness/skills/auditSkill.ts";
export { SkillUsageTracker } from "./harness/skills/skillUsageTracker.ts";
export type { TrackedSkill } from "./harness/skills/skillUsageTracker.ts";
export { streamProxy } from "./streamProxy.ts";
export type { ProxyStreamOptions } from "./streamProxy.ts";
export { SliceDiscipline } from "./harness/slices/sliceDiscipline.ts";
