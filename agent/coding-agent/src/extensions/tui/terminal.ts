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
      split.stop();
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
/** Longest that the rest of a sequence may take on its way, in milliseconds; after that Escape was pressed. */
const sequenceGapMs = 50;

/** One escape sequence of a key, or the text up to the next one. */
const oneKey =
  /^(?:\u001b(?:\[[0-9;:?<]*[A-Za-z~]|O[A-Za-z]|[^[O])|\u001b|[\u0000-\u001f\u007f]|[^\u0000-\u001f\u007f]+)/;
/** The start of a sequence whose rest may still come. */
const unfinished = /^\u001b(?:\[[0-9;:?<]*|O)?$/;

export interface KeySplitter {
  (chunk: string): void;
  /** Forgets what is not whole yet. */
  stop(): void;
}

/** Passes on what a terminal sends key by key; what comes in parts is passed on once it is whole. */
export function createKeySplitter(onKey: (data: string) => void): KeySplitter {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  const pass = (isOver: boolean): void => {
    while (waiting !== "") {
      if (waiting.startsWith(pasteStart)) {
        const end = waiting.indexOf(pasteEnd);
        if (end === -1) return;
        onKey(waiting.slice(0, end + pasteEnd.length));
        waiting = waiting.slice(end + pasteEnd.length);
        continue;
      }
      if (!isOver && unfinished.test(waiting)) {
        timer = setTimeout(() => pass(true), sequenceGapMs);
        return;
      }
      const [key = waiting] = oneKey.exec(waiting) ?? [];
      waiting = waiting.slice(key.length);
      onKey(key);
    }
  };
  const split = (chunk: string): void => {
    clearTimeout(timer);
    waiting += chunk;
    pass(false);
  };
  return Object.assign(split, {
    stop: () => {
      clearTimeout(timer);
      waiting = "";
    },
  });
}
