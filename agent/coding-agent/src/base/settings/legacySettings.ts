import { isJsonObject, type JsonObject } from "@relay-harness/protocol";

/**
 * Gives settings under their older names the current ones, in memory only. A current name that is
 * already there wins (cli.md §3.1).
 */
export function migrateLegacySettings(settings: JsonObject): JsonObject {
  const migrated = { ...settings };
  const { queueMode, websockets, retry, skills, extensions } = settings;
  if (queueMode !== undefined) migrated.steeringMode ??= queueMode;
  if (typeof websockets === "boolean") migrated.transport ??= websockets ? "websocket" : "sse";
  if (isJsonObject(retry) && retry.maxDelayMs !== undefined) migrated.retry = migrateRetry(retry);
  if (isJsonObject(skills)) {
    delete migrated.skills;
    if (skills.customDirectories !== undefined) migrated.skills = skills.customDirectories;
    if (skills.enableSkillCommands !== undefined) migrated.enableSkillCommands ??= skills.enableSkillCommands;
  }
  if (Array.isArray(extensions) && extensions.some(isPackageSource)) {
    const packages: unknown[] = Array.isArray(settings.packages) ? settings.packages : [];
    const moved = extensions.filter((entry) => isPackageSource(entry) && !packages.includes(entry));
    migrated.extensions = extensions.filter((entry) => !isPackageSource(entry));
    migrated.packages = [...packages, ...moved];
  }
  return migrated;
}

function migrateRetry({ maxDelayMs, ...retry }: JsonObject): JsonObject {
  const provider = isJsonObject(retry.provider) ? retry.provider : {};
  return { ...retry, provider: { maxRetryDelayMs: maxDelayMs, ...provider } };
}

function isPackageSource(entry: unknown): boolean {
  return typeof entry === "string" && /^(npm|git):/.test(entry);
}
