import { resolveProjectTrust, type MadeDecision, type ProjectTrust } from "./projectTrust.ts";
import { canonicalPath } from "./protectedResources.ts";
import { saveTrust } from "./trustStore.ts";

export interface TrustDecisionsOptions {
  agentDir: string;
  /** `--approve` or `--no-approve`. */
  option?: boolean;
}

/** What this process has decided about folders, on top of what is saved. */
export class TrustDecisions {
  /** By canonical folder. */
  private readonly made = new Map<string, MadeDecision>();
  private readonly touched = new Set<string>();

  constructor(private readonly options: TrustDecisionsOptions) {}

  /** Decides about a folder as of now, without asking anyone. */
  resolve(cwd: string, defaultProjectTrust: "ask" | "always" | "never"): ProjectTrust {
    const { agentDir, option } = this.options;
    return resolveProjectTrust({
      cwd,
      agentDir,
      override: option,
      decided: this.find(cwd),
      defaultProjectTrust,
    });
  }

  /** What an extension or the user has decided for this process. */
  find(cwd: string): MadeDecision | undefined {
    return this.made.get(canonicalPath(cwd));
  }

  decidedByExtension(cwd: string, isTrusted: boolean): void {
    this.made.set(canonicalPath(cwd), { isTrusted, source: "extension" });
  }

  /** Saves the user's decision, or keeps it for this process. Rejects when it cannot be saved. */
  async decide(cwd: string, isTrusted: boolean, { remember }: { remember: boolean }): Promise<void> {
    const folder = canonicalPath(cwd);
    if (remember) {
      await saveTrust(this.options.agentDir, folder, isTrusted);
      if (this.made.get(folder)?.source === "client") this.made.delete(folder);
    } else {
      this.made.set(folder, { isTrusted, source: "client" });
    }
    this.touched.add(folder);
  }

  /** The user has decided since the folder was asked about for the last time. */
  takeChange(cwd: string): boolean {
    return this.touched.delete(canonicalPath(cwd));
  }
}
