import type { ModelRuntime } from "@relay-harness/ai";
import { resolveAgentDir } from "../base/agentDir.ts";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import { TrustDecisions } from "../base/trust/trustDecisions.ts";
import {
  DefaultResourceLoader,
  type DefaultResourceLoaderOptions,
} from "../resources/defaultResourceLoader.ts";
import type { ReloadOptions, ResourceLoader } from "../resources/resourceLoader.ts";
import { createModelRuntime } from "../session/createModelRuntime.ts";
import type { AgentSessionServices, SessionDiagnostic } from "../session/sessionServices.ts";

export interface CreateAgentSessionServicesOptions {
  cwd: string;
  /** Default: `RELAY_CODING_AGENT_DIR`, else `~/.relay/agent`. */
  agentDir?: string;
  /** Default: the files of user and project; a project counts once it is trusted. */
  settingsManager?: SettingsManager;
  /** That of a runtime's request: what its user has decided. Default: only what is saved counts. */
  trust?: TrustDecisions;
  /** Default: models and credentials of the agent directory. */
  modelRuntime?: ModelRuntime;
  /** Must have been reloaded. Default: a `DefaultResourceLoader`. */
  resourceLoader?: ResourceLoader;
  /** For the `DefaultResourceLoader`. */
  resourceLoaderOptions?: Omit<DefaultResourceLoaderOptions, "cwd" | "agentDir" | "settingsManager">;
  /** For its `reload`. */
  resourceLoaderReloadOptions?: ReloadOptions;
}

/** What sessions of a folder stand on; each part may be supplied (extension-api.md §20.3). */
export async function createAgentSessionServices(
  options: CreateAgentSessionServicesOptions,
): Promise<AgentSessionServices> {
  const { cwd, agentDir = resolveAgentDir(process.env) } = options;
  const { trust = new TrustDecisions({ agentDir }) } = options;
  const diagnostics: SessionDiagnostic[] = [];
  const settingsManager = options.settingsManager ?? openSettings({ cwd, agentDir, trust }, diagnostics);
  const modelRuntime = options.modelRuntime ?? (await createModelRuntime(agentDir, settingsManager));
  for (const message of [modelRuntime.getError(), modelRuntime.getCredentialError()]) {
    if (message) diagnostics.push({ type: "error", message });
  }
  const resourceLoader =
    options.resourceLoader ??
    (await loadedResources(
      { ...options.resourceLoaderOptions, cwd, agentDir, settingsManager },
      options.resourceLoaderReloadOptions,
    ));
  return { cwd, agentDir, modelRuntime, settingsManager, resourceLoader, diagnostics };
}

/** A project counts as far as it is trusted: nobody is asked. */
function openSettings(
  { cwd, agentDir, trust }: { cwd: string; agentDir: string; trust: TrustDecisions },
  diagnostics: SessionDiagnostic[],
): SettingsManager {
  const warn = (message: string): void => void diagnostics.push({ type: "warning", message });
  const settings = SettingsManager.create(cwd, agentDir);
  const { isTrusted, warnings } = trust.resolve(cwd, settings.get("defaultProjectTrust"));
  warnings.forEach(warn);
  settings.setProjectTrusted(isTrusted);
  for (const { path, error } of settings.drainDiagnostics()) warn(`${path}: ${error}`);
  return settings;
}

async function loadedResources(
  options: DefaultResourceLoaderOptions,
  reloadOptions: ReloadOptions | undefined,
): Promise<ResourceLoader> {
  const loader = new DefaultResourceLoader(options);
  await loader.reload(reloadOptions);
  return loader;
}
