export { AlignmentPolicy } from "./harness/alignment/alignmentPolicy.ts";
export type {
  AlignmentOptions,
  AuthorizationAnswer,
  AuthorizationRequest,
  TurnState,
} from "./harness/alignment/alignmentPolicy.ts";
export { classifyToolCall } from "./harness/alignment/toolEffect.ts";
export type {
  EffectOptions,
  LoadShellParser,
  ToolEffect,
  ToolTraits,
} from "./harness/alignment/toolEffect.ts";
export { allowedByMessage } from "./harness/authorization/allowedByMessage.ts";
export { isAssent } from "./harness/authorization/assent.ts";
export { decide } from "./harness/authorization/decision.ts";
export { effectClasses } from "./harness/authorization/texts.ts";
export { ConstraintLedger } from "./harness/constraints/constraintLedger.ts";
export { detectConstraints } from "./harness/constraints/detectConstraints.ts";
export { ContextWindowPolicy } from "./harness/context/contextWindowPolicy.ts";
export { detectCorrection } from "./harness/corrections/detectCorrection.ts";
export { HARNESS_MESSAGE_PREFIX, isDeveloperMessage } from "./harness/developerMessage.ts";
export { claims } from "./harness/evidence/claims.ts";
export { EvidenceLedger } from "./harness/evidence/evidenceLedger.ts";
export { isLockFile } from "./harness/evidence/fileKind.ts";
export type { FileFacts, WorkspaceProbe } from "./harness/evidence/workspaceProbe.ts";
export { loadShellParser } from "./harness/grammar/loadShellParser.ts";
export { HarnessCore } from "./harness/harnessCore.ts";
export type { HarnessCoreOptions, HarnessStore } from "./harness/harnessCore.ts";
export type { HarnessEvent } from "./harness/harnessEvent.ts";
export type { HarnessEntry, StoredHarnessEntry } from "./harness/harnessEntry.ts";
export type { ShellLanguage, ShellParser, SyntaxNode } from "./harness/shell/syntax.ts";
export type {
  AnalysisOptions,
  CheckKind,
  CheckRun,
  CommandAnalysis,
  EffectClass,
  MaskReason,
  Operation,
  OperationClause,
  OperationTarget,
  ShellFacts,
} from "./harness/shell/types.ts";
export { auditSkill } from "./harness/skills/auditSkill.ts";
export { SkillUsageTracker } from "./harness/skills/skillUsageTracker.ts";
export type { TrackedSkill } from "./harness/skills/skillUsageTracker.ts";
export { diffLines, lineCount } from "./harness/slices/countLines.ts";
export { SliceDiscipline } from "./harness/slices/sliceDiscipline.ts";
export { turnKind } from "./harness/turnKind.ts";
export { lang } from "./harness/text/lang.ts";
export type { Language } from "./harness/text/lang.ts";
export { sentences } from "./harness/text/sentences.ts";
