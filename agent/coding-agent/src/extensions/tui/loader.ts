import { Text } from "./components.ts";
import { matchesKey } from "./keys.ts";

type Paint = (text: string) => string;

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMs = 80;

/** A line that moves while something is at work. */
export class Loader extends Text {
  private frame = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ui: { requestRender(): void },
    private readonly spinnerColor: Paint,
    private readonly messageColor: Paint,
    private message = "Loading...",
  ) {
    super("", 1, 0);
    this.show();
    this.start();
  }

  start(): void {
    this.stop();
    this.timer = setInterval(() => {
      this.frame = (this.frame + 1) % frames.length;
      this.show();
      this.ui.requestRender();
    }, frameMs);
    // It waits for the work, not the other way round.
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  dispose(): void {
    this.stop();
  }

  setMessage(message: string): void {
    this.message = message;
    this.show();
    this.ui.requestRender();
  }

  private show(): void {
    this.setText(`${this.spinnerColor(frames[this.frame] ?? "")} ${this.messageColor(this.message)}`);
  }
}

/** A loader that Escape cancels. */
export class CancellableLoader extends Loader {
  onAbort?: () => void;
  private readonly controller = new AbortController();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get aborted(): boolean {
    return this.controller.signal.aborted;
  }

  handleInput(data: string): void {
    if (this.aborted || !(matchesKey(data, "escape") || matchesKey(data, "ctrl+c"))) return;
    this.controller.abort();
    this.onAbort?.();
  }
}
