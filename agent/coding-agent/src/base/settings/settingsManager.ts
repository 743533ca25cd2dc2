import { join } from "node:path";
import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import { resolveAgentDir } from "../agentDir.ts";
import { resolveDefaultTools } from "./defaultTools.ts";
import { migrateLegacySettings } from "./legacySettings.ts";
import { SettingsError } from "./settingsError.ts";
import { readSettingsFile, setPath, updateSettingsFile, type SettingsChange } from "./settingsFile.ts";
import { invalidSetting, readLayer, type SettingsLayer } from "./settingsLayer.ts";
import { isSettingKey, settingKeys, settingOf, type SettingKey, type SettingValue } from "./settingsTable.ts";

export type SettingsScope = "user" | "project";

/** Something in a settings file that does not count. */
export interface SettingsDiagnostic {
  scope: SettingsScope;
  path: string;
  error: string;
}

interface Scope {
  name: SettingsScope;
  path: string | undefined;
  raw: JsonObject;
  layer: SettingsLayer;
  /** The file could not be parsed and is not written. */
  malformed?: string;
  /** Values of this run that are not in the file, yet or at all. */
  unsaved: Map<SettingKey, SettingsChange>;
}

const emptyLayer: SettingsLayer = { values: new Map(), errors: [] };

/**
 * Settings of the user and of the project, merged over the defaults (cli.md §3.1). Files are read
 * on creation, by `reload` and by each write; nothing is watched. An untrusted project counts for
 * `sessionDir` alone.
 */
export class SettingsManager {
  readonly #user: Scope;
  readonly #project: Scope;
  #overrides: ReadonlyMap<SettingKey, unknown> = emptyLayer.values;
  #isProjectTrusted: boolean;
  #cache = new Map<SettingKey, unknown>();
  #reported = new Set<string>();
  #diagnostics: SettingsDiagnostic[] = [];
  #writes: Promise<void> = Promise.resolve();

  private constructor(
    userPath: string | undefined,
    projectPath: string | undefined,
    isProjectTrusted: boolean,
  ) {
    this.#user = { name: "user", path: userPath, raw: {}, layer: emptyLayer, unsaved: new Map() };
    this.#project = { name: "project", path: projectPath, raw: {}, layer: emptyLayer, unsaved: new Map() };
    this.#isProjectTrusted = isProjectTrusted;
  }

  /** `projectTrusted` defaults to false until trust has been decided. */
  static create(
    cwd: string,
    agentDir: string = resolveAgentDir(process.env),
    { projectTrusted = false }: { projectTrusted?: boolean } = {},
  ): SettingsManager {
    const project = join(cwd, ".relay", "settings.json");
    const manager = new SettingsManager(join(agentDir, "settings.json"), project, projectTrusted);
    manager.reload();
    return manager;
  }

  /** Settings without files. */
  static inMemory(settings: JsonObject = {}): SettingsManager {
    const manager = new SettingsManager(undefined, undefined, true);
    manager.#fill(manager.#user, settings);
    return manager;
  }

  /** Reads both files again. Values of this run that could not be written stay. */
  reload(): void {
    this.#read(this.#user);
    this.#read(this.#project);
  }

  /** Effective value: overrides, trusted project, user, default. */
  get<K extends SettingKey>(key: K): SettingValue<K> {
    if (!this.#cache.has(key)) this.#cache.set(key, this.#resolve(key));
    // the layers hold only what the kind of this key has read
    return this.#cache.get(key) as SettingValue<K>;
  }

  /** The valid value of one scope alone. An untrusted project has none. */
  getIn<K extends SettingKey>(scope: SettingsScope, key: K): SettingValue<K> | undefined {
    return this.#valueIn(scope, key) as SettingValue<K> | undefined;
  }

  /** Some layer above the default sets the key. */
  isSet(key: SettingKey): boolean {
    return this.#layers(key).some((value) => value !== undefined);
  }

  isProjectTrusted(): boolean {
    return this.#isProjectTrusted;
  }

  setProjectTrusted(isTrusted: boolean): void {
    this.#isProjectTrusted = isTrusted;
    this.#cache.clear();
    if (isTrusted) this.#reportLayer(this.#project);
  }

  /** Top layer for this process, such as command-line options. Invalid values throw. */
  applyOverrides(settings: JsonObject): void {
    const { values, errors } = readLayer(settings);
    if (errors[0] !== undefined) throw new SettingsError("invalid", errors[0]);
    this.#overrides = new Map([...this.#overrides, ...values]);
    this.#cache.clear();
  }

  /** Takes over the top layer of a manager that this process used before. */
  inheritOverrides(previous: SettingsManager): void {
    this.#overrides = previous.#overrides;
    this.#cache.clear();
  }

  /** Content of the user's file with older names replaced. */
  getGlobalSettings(): JsonObject {
    return structuredClone(this.#user.raw);
  }

  /** Content of the project's file; empty while it is not trusted. */
  getProjectSettings(): JsonObject {
    return this.#isProjectTrusted ? structuredClone(this.#project.raw) : {};
  }

  /** Effective values in the form of a settings file, without Relay's own ids. */
  getSettings(): JsonObject {
    const settings: JsonObject = {};
    for (const key of settingKeys) {
      if (!settingOf(key).isInternal) setPath(settings, { key, value: structuredClone(this.get(key)) });
    }
    return settings;
  }

  /** What does not count in the files as they were read last; an untrusted project's is not looked at. */
  getProblems(): SettingsDiagnostic[] {
    const scopes = this.#isProjectTrusted ? [this.#user, this.#project] : [this.#user];
    return scopes.flatMap(({ name, path = "", malformed, layer }) =>
      [...(malformed === undefined ? [] : [malformed]), ...layer.errors].map((error) => ({
        scope: name,
        path,
        error,
      })),
    );
  }

  /** Takes what was found since the last call; each finding appears once. */
  drainDiagnostics(): SettingsDiagnostic[] {
    const drained = this.#diagnostics;
    this.#diagnostics = [];
    return drained;
  }

  /**
   * Sets a key in memory at once and in the file of its scope, in the order of the calls. Throws
   * before anything changes when key, value or scope do not fit; rejects when the file cannot be
   * written. The value in memory stays then. `undefined` and `null` remove the key.
   */
  async set(key: string, value: unknown, scope: SettingsScope = "user"): Promise<void> {
    const known = this.#check(key, value, scope);
    const target = scope === "user" ? this.#user : this.#project;
    const change = { key: known, value: value ?? undefined };
    target.unsaved.set(known, change);
    this.#fill(target, target.raw);
    const { path } = target;
    if (path === undefined) return;
    if (target.malformed !== undefined) {
      throw new SettingsError("malformed", `Cannot write ${path}: ${target.malformed}`);
    }
    const write = this.#writes.then(async () => {
      const written = await updateSettingsFile(path, [change]);
      if (target.unsaved.get(known) === change) target.unsaved.delete(known);
      this.#fill(target, written);
    });
    // the caller gets the failure; the queue goes on
    this.#writes = write.catch(() => undefined);
    await write;
  }

  /** Resolves when no write is under way. */
  async flush(): Promise<void> {
    await this.#writes;
  }

  #check(key: string, value: unknown, scope: SettingsScope): SettingKey {
    if (!isSettingKey(key)) throw new SettingsError("unknown", `Unknown setting: ${key}`);
    const { kind, isUserOnly } = settingOf(key);
    if (value !== undefined && value !== null && kind.read(value) === undefined) {
      throw new SettingsError("invalid", invalidSetting(key, value));
    }
    if (scope === "project") {
      if (isUserOnly) throw new SettingsError("user-only", `${key} can only be set in user settings`);
      if (!this.#isProjectTrusted) {
        throw new SettingsError("untrusted", "Project is not trusted. Use --approve or run /trust.");
      }
    }
    return key;
  }

  #resolve(key: SettingKey): unknown {
    const definition = settingOf(key);
    const [override, project, user] = this.#layers(key);
    if (key === "defaultTools") return this.#resolveTools(override, project, user);
    if (definition.isCombined) return [override, project, user].flatMap((value) => value ?? []);
    if (definition.kind.isObject) {
      const [first, ...higher] = [user, project, override].filter((value) => value !== undefined);
      if (first !== undefined) return higher.reduce<unknown>(mergeValues, first);
    }
    const value = override ?? project ?? user ?? definition.default;
    if (value === undefined && key === "retry.provider.timeoutMs") return this.get("httpIdleTimeoutMs");
    return value;
  }

  #resolveTools(...lists: unknown[]): string[] {
    // the kind of defaultTools reads lists of strings only
    const [override, project, user] = lists as (string[] | undefined)[];
    return resolveDefaultTools(settingOf("defaultTools").default as string[], user, project, override);
  }

  /** Values of the layers above the default, highest first. */
  #layers(key: SettingKey): [override: unknown, project: unknown, user: unknown] {
    return [this.#overrides.get(key), this.#valueIn("project", key), this.#valueIn("user", key)];
  }

  #valueIn(scope: SettingsScope, key: SettingKey): unknown {
    if (scope === "user") return this.#user.layer.values.get(key);
    if (settingOf(key).isUserOnly) return undefined;
    if (!this.#isProjectTrusted && key !== "sessionDir") return undefined;
    return this.#project.layer.values.get(key);
  }

  #read(target: Scope): void {
    if (target.path === undefined) return;
    try {
      const raw = readSettingsFile(target.path);
      target.malformed = undefined;
      this.#fill(target, raw);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      target.malformed = error.message;
      this.#fill(target, {});
      this.#report({ scope: target.name, path: target.path, error: error.message });
    }
  }

  /** Takes the content of a file, with what this run has set on top. */
  #fill(target: Scope, content: JsonObject): void {
    const raw = migrateLegacySettings(content);
    if (target.unsaved.size > 0) {
      target.raw = structuredClone(raw);
      for (const change of target.unsaved.values()) setPath(target.raw, change);
    } else {
      target.raw = raw;
    }
    target.layer = readLayer(target.raw);
    this.#cache.clear();
    if (target.name === "user" || this.#isProjectTrusted) this.#reportLayer(target);
  }

  #reportLayer({ name, path, layer }: Scope): void {
    for (const error of layer.errors) this.#report({ scope: name, path: path ?? "", error });
  }

  #report(diagnostic: SettingsDiagnostic): void {
    const key = `${diagnostic.scope}\0${diagnostic.error}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#diagnostics.push(diagnostic);
  }
}

/** Objects merge key by key, recursively; anything else is replaced. */
function mergeValues(lower: unknown, higher: unknown): unknown {
  if (!isJsonObject(lower) || !isJsonObject(higher)) return higher;
  const merged: JsonObject = { ...lower };
  for (const [key, value] of Object.entries(higher)) {
    if (value !== null && value !== undefined) merged[key] = mergeValues(lower[key], value);
  }
  return merged;
}
