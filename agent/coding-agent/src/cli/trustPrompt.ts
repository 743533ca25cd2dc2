import { dirname, relative } from "node:path";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { printable } from "../base/printable.ts";
import { canonicalPath } from "../base/trust/protectedResources.ts";
import { saveTrust } from "../base/trust/trustStore.ts";
import type { TrustDecisions } from "../base/trust/trustDecisions.ts";

/** Asks for a line; `undefined`: the user does not answer. */
export type AskForLine = (question: string) => Promise<string | undefined>;

interface Answer {
  label: string;
  isTrusted: boolean;
  /** Where it is saved; absent: it counts for this process. */
  folder?: string;
}

/** Asks the user about a project that nothing has decided about yet, once (cli.md §5.3). */
export class TrustPrompt {
  /** By whoever reads the terminal at the time. */
  ask: AskForLine;

  constructor(
    private readonly agentDir: string,
    private readonly trust: TrustDecisions,
    ask: AskForLine,
  ) {
    this.ask = ask;
  }

  /** True: the user was asked, and the decision is made. Without an answer the project is not trusted this time. */
  async decide(cwd: string, settings: Pick<SettingsManager, "get">): Promise<boolean> {
    const { source, resources } = this.trust.resolve(cwd, settings.get("defaultProjectTrust"));
    if (source !== "ask") return false;
    const answers = answersFor(canonicalPath(cwd));
    const names = resources.map((path) => printable(relative(cwd, path) || path)).join(", ");
    const answer = await this.choose(
      `This project brings ${names}. They are used only if you trust it: extensions run on your computer, as you.`,
      answers,
    );
    if (answer?.folder !== undefined) await saveTrust(this.agentDir, answer.folder, answer.isTrusted);
    else await this.trust.decide(cwd, answer?.isTrusted ?? false, { remember: false });
    // It counts from here on: nothing has been loaded yet.
    this.trust.takeChange(cwd);
    return true;
  }

  private async choose(title: string, answers: readonly Answer[]): Promise<Answer | undefined> {
    const rows = answers.map(({ label }, index) => `  ${index + 1}  ${label}`);
    const prompt = "Number, Enter to go on without it: ";
    let question = [title, ...rows, prompt].join("\n");
    for (;;) {
      const text = (await this.ask(question))?.trim();
      if (text === undefined || text === "") return undefined;
      const chosen = /^\d+$/.test(text) ? answers[Number(text) - 1] : undefined;
      if (chosen) return chosen;
      question = `There is no answer ${printable(text)}.\n${prompt}`;
    }
  }
}

function answersFor(folder: string): Answer[] {
  const parent = dirname(folder);
  return [
    { label: "Trust this folder", isTrusted: true, folder },
    ...(parent === folder
      ? []
      : [{ label: `Trust parent folder ${printable(parent)}`, isTrusted: true, folder: parent }]),
    { label: "Trust for this session only", isTrusted: true },
    { label: "Do not trust", isTrusted: false, folder },
    { label: "Do not trust (this session only)", isTrusted: false },
  ];
}
