import { useEffect, useRef, useState } from "preact/hooks";
import type { CompletionItem } from "@relay-harness/protocol";
import type { MentionItem, SlashCommandView } from "@relay-harness/protocol/webview";
import { useApp } from "../app.ts";
import type { Option } from "../ui/Popup.tsx";
import { completingAt, ranked, replaced } from "./completion.ts";
import type { Completing } from "./completion.ts";

const mentionLimit = 30;
const mentionDelayMs = 60;

interface Candidate extends Option {
  /** Written in place of what was typed; `undefined`: captured instead. */
  readonly insert?: string;
  readonly reference?: string;
}

export interface Completion {
  readonly completing: Completing | undefined;
  readonly options: readonly Candidate[];
  readonly active: number;
  readonly isOpen: boolean;
  setActive(index: number): void;
  choose(index: number): void;
  close(): void;
}

/** The list for what is typed at the cursor: commands, their arguments, context. */
export function useCompletion(
  draft: string,
  cursor: number,
  setCursor: (cursor: number) => void,
): Completion {
  const { chat, host, memory, act } = useApp();
  const [active, setActive] = useState(0);
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const [found, setFound] = useState<readonly Candidate[]>([]);
  const completing = completingAt(draft, cursor);
  const key = completing ? `${completing.kind}:${completing.start}:${completing.query}` : "";
  const lastKey = useRef("");
  if (lastKey.current !== key) {
    lastKey.current = key;
    if (active !== 0) setActive(0);
  }
  const commands = chat.commands.value;
  const takesArguments =
    completing?.kind === "argument" &&
    commands.some(({ name, takesArguments: takes }) => takes && name === completing.command);

  useEffect(() => {
    setFound([]);
    if (!completing || completing.kind === "command" || (completing.kind === "argument" && !takesArguments)) {
      return undefined;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      const { kind, query } = completing;
      const request =
        kind === "mention"
          ? host
              .request("mention/search", { query, limit: mentionLimit })
              .then(({ items }) => items.map(ofMention))
          : host
              .request("completion/arguments", { command: completing.command, prefix: query })
              .then(({ items }) => items.map(ofArgument));
      // A list that cannot be had is no list; the message can be written without it.
      void request.then(
        (candidates) => isCurrent && setFound(candidates),
        () => isCurrent && setFound([]),
      );
    }, mentionDelayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, takesArguments]);

  const options =
    completing?.kind === "command"
      ? ranked(commands, ({ name }) => name, completing.query).map(ofCommand)
      : found;
  const isOpen = completing !== undefined && options.length > 0 && closedAt !== key;

  const choose = (index: number): void => {
    const option = options[index];
    if (!option || !completing) return;
    const insert = option.insert === undefined ? "" : `${option.insert} `;
    const next = replaced(draft, completing.start, completing.end, insert);
    memory.setDraft(next.draft, [next.cursor, next.cursor]);
    setCursor(next.cursor);
    if (option.insert === undefined && option.reference !== undefined) {
      act(host.request("attachment/capture", { reference: option.reference }));
    }
  };
  return {
    completing,
    options,
    active: Math.min(active, Math.max(0, options.length - 1)),
    isOpen,
    setActive,
    choose,
    close: () => setClosedAt(key),
  };
}

function ofCommand({ name, description }: SlashCommandView): Candidate {
  return { key: name, name: `/${name}`, desc: description, insert: `/${name}` };
}

function ofArgument({ value, label, description }: CompletionItem, index: number): Candidate {
  return { key: `${index}`, name: label ?? value, insert: value, ...(description && { desc: description }) };
}

const mentionIcons = {
  file: "file",
  folder: "folder",
  editor: "file-code",
  symbol: "symbol-method",
  problems: "warning",
  selection: "list-selection",
  terminal: "terminal",
  git: "git-branch",
} as const satisfies Record<MentionItem["kind"], string>;

function ofMention({ kind, label, detail, insert, reference }: MentionItem, index: number): Candidate {
  return {
    key: `${kind}:${index}`,
    name: label,
    icon: mentionIcons[kind],
    ...(detail !== "" && { desc: detail }),
    ...(insert !== undefined && { insert }),
    ...(reference !== undefined && { reference }),
  };
}
