const windowMs = 60_000;
const maxExits = 3;

export type RestartAdvice = "restart" | "wait";

/**
 * When an agent that ended by itself is started again without being asked: once. After that the user decides;
 * three ends in a minute stop even the automatic restart of a later one (vscode.md 3).
 */
export class RestartPolicy {
  private exits: number[] = [];
  private hasRestarted = false;

  /** `now` in milliseconds. */
  onExit(now: number): RestartAdvice {
    this.exits = [...this.exits.filter((at) => now - at < windowMs), now];
    if (this.hasRestarted || this.exits.length >= maxExits) return "wait";
    this.hasRestarted = true;
    return "restart";
  }

  /** A run came to its end: what broke the agent is over. */
  onSettled(): void {
    this.hasRestarted = false;
  }
}
