export { SettingsError } from "./base/settings/settingsError.ts";
export {
  SettingsManager,
  type SettingsDiagnostic,
  type SettingsScope,
} from "./base/settings/settingsManager.ts";
export type { PackageSource, SettingKey, SettingValue } from "./base/settings/settingsTable.ts";
export { SessionError, isSessionError, type SessionErrorCode } from "./sessions/errors.ts";
export type { SessionInfo } from "./sessions/listSessions.ts";
export { buildContextEntries, buildProjection as buildSessionProjection } from "./sessions/projection.ts";
export type { ModelReference, ProjectedMessage, SessionSelection } from "./sessions/projection.ts";
export { SessionManager, type NewSessionOptions, type SessionContext } from "./sessions/sessionManager.ts";
