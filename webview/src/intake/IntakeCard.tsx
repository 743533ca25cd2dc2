import { useState } from "preact/hooks";
import type { IntakeForm } from "@relay-harness/protocol/webview";
import { useApp } from "../app.ts";
import { isInputMethod } from "../composer/keys.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Chip } from "../ui/Chip.tsx";
import { Icon } from "../ui/Icon.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Link } from "../ui/Link.tsx";

/** The form of `/intake`: an input box of the editor has one line only. */
export function IntakeCard() {
  const form = useApp().chat.intake.value;
  return form && !form.isSubmitted ? <Form start={form} /> : null;
}

function Form({ start }: { start: IntakeForm }) {
  const { host, act } = useApp();
  const [form, setForm] = useState(start);
  const [link, setLink] = useState<string | null>(null);
  const change = (part: Partial<IntakeForm>): void => setForm((known) => ({ ...known, ...part }));
  const addSource = (value: string | null): void => {
    const source = value?.trim() ?? "";
    if (source !== "" && !form.sources.includes(source)) change({ sources: [...form.sources, source] });
  };
  const pickFile = async (): Promise<void> =>
    addSource((await host.request("intake/pick", { what: "file" })).value);
  const submit = (): void => act(host.request("intake/submit", form));
  const close = (): void => act(host.request("intake/cancel", {}));
  return (
    <form
      class="rl-box"
      aria-label={text("intake")}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isInputMethod(event)) return;
        event.stopPropagation();
        close();
      }}
    >
      <header>
        <Icon name="checklist" />
        <span class="grow">{text("intake")}</span>
        <IconButton icon="close" label={text("close")} class="in-header" onClick={close} />
      </header>
      <div class="content">
        <label class="rl-field first">
          <span>{text("intakeRequest")}</span>
          <textarea
            class="rl-input"
            rows={3}
            value={form.task}
            onInput={(event) => change({ task: event.currentTarget.value })}
          />
        </label>
        <div class="rl-field" role="group" aria-label={text("sources")}>
          <span>{text("sources")}</span>
          <span class="rl-chips">
            {form.sources.map((source) => (
              <Chip
                key={source}
                icon={/^https?:/.test(source) ? "link" : "file-text"}
                label={showHidden(source)}
                button={{
                  icon: "close",
                  label: `${text("remove")} ${showHidden(source)}`,
                  onClick: () => change({ sources: form.sources.filter((known) => known !== source) }),
                }}
              />
            ))}
            {link === null && <Link onClick={() => setLink("")}>{text("addSource")}</Link>}
          </span>
          {link !== null && (
            <SourceField
              value={link}
              onInput={setLink}
              onPick={() => act(pickFile().then(() => setLink(null)))}
              onDone={() => {
                addSource(link);
                setLink(null);
              }}
            />
          )}
        </div>
        <label class="rl-field">
          <span>{text("outputFile")}</span>
          <input
            class="rl-input"
            placeholder={text("outputPlaceholder")}
            value={form.outputFile}
            onInput={(event) => change({ outputFile: event.currentTarget.value })}
          />
        </label>
      </div>
      <footer>
        <button type="submit" class="rl-btn" disabled={form.task.trim() === ""}>
          {text("writeQuestionnaire")}
        </button>
      </footer>
    </form>
  );
}

interface SourceFieldProps {
  value: string;
  onInput: (value: string) => void;
  onPick: () => void;
  onDone: () => void;
}

function SourceField({ value, onInput, onPick, onDone }: SourceFieldProps) {
  return (
    <span class="rl-source">
      <input
        class="rl-input"
        aria-label={text("sourceLabel")}
        placeholder={text("sourceLabel")}
        value={value}
        autofocus
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isInputMethod(event)) return;
          event.preventDefault();
          onDone();
        }}
      />
      <IconButton icon="folder-opened" label={text("addContext")} onClick={onPick} />
      <IconButton icon="check" label={text("addSource")} onClick={onDone} />
    </span>
  );
}
