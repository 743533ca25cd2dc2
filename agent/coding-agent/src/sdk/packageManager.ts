import type { SettingsManager } from "../base/settings/settingsManager.ts";
import type { PackageContext, UpdateOutcome } from "../packages/changePackages.ts";
import type { ResolvedPackages } from "../packages/resolvePackages.ts";

export interface PackageManagerOptions {
  cwd: string;
  agentDir: string;
  settingsManager: SettingsManager;
  /** Is told what is being done, one line each. */
  onProgress?: (line: string) => void;
}

export interface InstalledPackage {
  source: string;
  scope: "user" | "project";
  /** Absent: it is not installed. */
  path?: string;
}

/** Packages of user and project, as the `relay` command manages them. */
export class DefaultPackageManager {
  constructor(private readonly options: PackageManagerOptions) {}

  /** Rejects, and changes nothing, when it cannot be had. Resolves with what there is to say about it. */
  async install(source: string, { local = false } = {}): Promise<string[]> {
    const { installPackage } = await import("../packages/changePackages.ts");
    const { warnings } = await installPackage(source, local ? "project" : "user", await this.context());
    return warnings;
  }

  /** Takes it out of the settings, with what was installed of it. Rejects for one that is not there. */
  async remove(source: string, { local = false } = {}): Promise<void> {
    const { removePackage } = await import("../packages/changePackages.ts");
    await removePackage(source, local ? "project" : "user", await this.context());
  }

  /** One package, or all of them. Those that fail are in the result. */
  async update(source?: string): Promise<UpdateOutcome> {
    const { updatePackages } = await import("../packages/changePackages.ts");
    const onChange: Parameters<typeof updatePackages>[0]["onChange"] = (change) =>
      this.options.onProgress?.(`Updated ${change.name}`);
    return updatePackages({ ...(source !== undefined && { source }), onChange }, await this.context());
  }

  async listConfiguredPackages(): Promise<InstalledPackage[]> {
    const { listPackages } = await import("../packages/changePackages.ts");
    const isTrusted = this.options.settingsManager.isProjectTrusted();
    const found = listPackages(isTrusted ? ["user", "project"] : ["user"], await this.context());
    return found.map(({ text, scope, path }) => ({
      source: text,
      scope,
      ...(path !== undefined && { path }),
    }));
  }

  /** What the packages bring; those that are missing are fetched first. */
  async resolve(): Promise<ResolvedPackages> {
    const { cwd, agentDir, settingsManager: settings, onProgress: announce } = this.options;
    const { PackageResolver } = await import("../packages/resolvePackages.ts");
    return new PackageResolver({ cwd, agentDir, settings, temporary: [], announce }).resolve();
  }

  private async context(): Promise<PackageContext> {
    const { cwd, agentDir, settingsManager: settings, onProgress = () => undefined } = this.options;
    const [{ npmCommandOf }, { runProgram }] = await Promise.all([
      import("../packages/packageHost.ts"),
      import("../packages/runProgram.ts"),
    ]);
    const npmCommand = npmCommandOf(settings, onProgress);
    return { settings, host: { cwd, agentDir, npmCommand, run: runProgram, output: "capture" } };
  }
}
