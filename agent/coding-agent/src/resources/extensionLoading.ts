import type { SourceInfo } from "@relay-harness/protocol";
import type { ResolvedPackage } from "../packages/resolvePackages.ts";
import type { SettingsManager } from "../base/settings/settingsManager.ts";

/** What the loading of extensions came to, as far as other resources need to know it. */
export interface LoadExtensionsResult {
  extensions: readonly { path: string; sourceInfo: SourceInfo }[];
  errors: readonly { path: string; error: string }[];
  warnings?: readonly { path: string; warning: string }[];
  /** Packages that were found along with them; absent: the loader knows none. */
  packages?: readonly ResolvedPackage[];
}

export interface LoadExtensionsRequest {
  cwd: string;
  agentDir: string;
  /** Says whether the project is trusted, once `resolveTrust` has returned. */
  settings: SettingsManager;
  /** Named by the command line or the program. */
  additionalPaths: readonly string[];
  /** Only named and inline ones. */
  noExtensions: boolean;
  disabledBuiltinExtensions: readonly string[];
  /**
   * To be called once, with what needs no trust, before anything of the project is loaded
   * (extension-api.md §2.2).
   */
  resolveTrust: (loaded: LoadExtensionsResult) => Promise<void>;
}

/** Loads the extensions of a session. */
export type LoadExtensions = (request: LoadExtensionsRequest) => Promise<LoadExtensionsResult>;
