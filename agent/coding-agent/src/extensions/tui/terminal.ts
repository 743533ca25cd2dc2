/** What a terminal interface is drawn on. */
export interface Terminal {
  start(onInput: (data: string) => void, onResize: () => void): void;
  stop(): void;
  write(data: string): void;
  readonly columns: number;
  readonly rows: number;
  hideCursor(): void;
  showCursor(): void;
  clearScreen(): void;
  setTitle(title: string): void;
}

const escape = "\u001b";

/** The terminal that the process runs in. */
export class ProcessTerminal implements Terminal {
  private stopInput: (() => void) | undefined;

  get columns(): number {
    return process.stdout.columns || 80;
  }

  get rows(): number {
    return process.stdout.rows || 24;
  }

  /** Keys come one by one; a paste comes whole, between its marks. */
  start(onInput: (data: string) => void, onResize: () => void): void {
    this.stop();
    const { stdin, stdout } = process;
    const wasRaw = stdin.isRaw;
    const split = createKeySplitter(onInput);
    const onData = (chunk: Buffer | string): void => split(chunk.toString());
    stdin.setRawMode?.(true);
    stdin.setEncoding("utf8");
    stdin.on("data", onData);
    stdin.resume();
    stdout.on("resize", onResize);
    this.write(`${escape}[?2004h`);
    this.stopInput = () => {
      this.write(`${escape}[?2004l`);
      stdin.off("data", onData);
      stdout.off("resize", onResize);
      stdin.setRawMode?.(wasRaw);
      stdin.pause();
    };
  }

  stop(): void {
    this.stopInput?.();
    this.stopInput = undefined;
  }

  write(data: string): void {
    process.stdout.write(data);
  }

  hideCursor(): void {
    this.write(`${escape}[?25l`);
  }

  showCursor(): void {
    this.write(`${escape}[?25h`);
  }

  clearScreen(): void {
    this.write(`${escape}[2J${escape}[H`);
  }

  setTitle(title: string): void {
    this.write(`${escape}]0;${title.replace(/[\u0000-\u001f\u007f]/g, " ")}\u0007`);
  }
}

const pasteStart = `${escape}[200~`;
const pasteEnd = `${escape}[201~`;
/** One escape sequence of a key, or the text up to the next one. */

const oneKey =
  /^(?:\u001b(?:\[[0-9;:?<]*[A-Za-z~]|O[A-Za-z]|[^[O])|\u001b|[\u0000-\u001f\u007f]|[^\u0000-\u001f\u007f]+)/;

/** Passes on what a terminal sends key by key; a paste that comes in parts is passed on once it is whole. */
export function createKeySplitter(onKey: (data: string) => void): (chunk: string) => void {
  let waiting = "";
  return (chunk) => {
    waiting += chunk;
    while (waiting !== "") {
      if (waiting.startsWith(pasteStart)) {
        const end = waiting.indexOf(pasteEnd);
        if (end === -1) return;
        onKey(waiting.slice(0, end + pasteEnd.length));
        waiting = waiting.slice(end + pasteEnd.length);
        continue;
      }
      const [key = waiting] = oneKey.exec(waiting) ?? [];
      waiting = waiting.slice(key.length);
      onKey(key);
    }
  };
}
