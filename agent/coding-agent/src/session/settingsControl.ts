import type { RpcEvent, SettingsReport, SettingsScope } from "@relay-harness/protocol";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { isSettingKey, settingOf } from "../base/settings/settingsTable.ts";

/** Settings as a client reads and changes them (rpc-additions.md §4). */
export class SettingsControl {
  constructor(
    private readonly settings: SettingsManager,
    private readonly emit: (event: Extract<RpcEvent, { type: "settings_changed" }>) => void | Promise<void>,
  ) {}

  async report(): Promise<SettingsReport> {
    const [{ settingsSchema }, { redact }] = await Promise.all([
      import("../base/settings/settingsSchema.ts"),
      import("../base/redact.ts"),
    ]);
    return {
      effective: redact(this.settings.getSettings()),
      user: redact(this.settings.getGlobalSettings()),
      project: redact(this.settings.getProjectSettings()),
      schema: settingsSchema(),
      errors: this.settings
        .getProblems()
        .map(({ path, ...problem }) => (path ? { ...problem, path } : problem)),
    };
  }

  /** Writes one key, `null` removes it; rejects with the reason when it cannot. */
  async set(
    scope: SettingsScope,
    key: string,
    value: unknown,
  ): Promise<{ appliesFrom: "now" | "next-session" }> {
    const before = this.valueOf(key);
    await this.settings.set(key, value, scope);
    if (this.valueOf(key) !== before) await this.emit({ type: "settings_changed", keys: [key] });
    const isImmediate = isSettingKey(key) && settingOf(key).applies === "N";
    return { appliesFrom: isImmediate ? "now" : "next-session" };
  }

  private valueOf(key: string): string | undefined {
    return isSettingKey(key) ? JSON.stringify(this.settings.get(key)) : undefined;
  }
}
