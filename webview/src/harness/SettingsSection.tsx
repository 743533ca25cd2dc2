import { useState } from "preact/hooks";
import type { HarnessCheckResult, HarnessCoreSettings, HarnessState } from "@relay-harness/protocol";
import { text } from "../strings/text.ts";
import type { StringKey } from "../strings/strings.ts";
import { showHidden } from "../text/hidden.ts";
import { Checkbox, SecondaryButton, TextArea, TextField } from "../ui/toolkit.tsx";
import { CheckOutcome } from "./CheckOutcome.tsx";
import { usePanel } from "./panelContext.ts";

type Pillar = "alignment" | "evidence" | "context" | "skills";

const pillars: readonly { key: Pillar; label: StringKey; desc: StringKey }[] = [
  { key: "alignment", label: "alignment", desc: "alignmentDesc" },
  { key: "evidence", label: "evidence", desc: "evidenceDesc" },
  { key: "context", label: "contextTitle", desc: "contextDesc" },
  { key: "skills", label: "skills", desc: "skillsDesc" },
];

/** Switches and limits of the harness; what is changed counts from the next session. */
export function SettingsSection({ state }: { state: HarnessState }) {
  const { host, act, trouble } = usePanel();
  const [changed, setChanged] = useState<Partial<HarnessCoreSettings>>({});
  const [file, setFile] = useState(".relay/settings.json");
  const settings = { ...state.settings, ...changed };
  const set = <K extends keyof HarnessCoreSettings>(key: K, value: HarnessCoreSettings[K]): void => {
    const before = settings[key];
    setChanged((known) => ({ ...known, [key]: value }));
    const saved = host.request("harness/set", { key: `harnessCore.${key}`, value }).then(
      ({ path }) => setFile(path),
      (error: Error) => {
        setChanged((known) => ({ ...known, [key]: before }));
        throw new Error(text("settingFailed", key, error.message));
      },
    );
    act(saved);
  };
  const setLimit = (key: "maxChangedLines" | "maxFileLines", words: string): void => {
    const value = Number(words);
    if (Number.isInteger(value) && value >= 0 && words.trim() !== "") set(key, value);
    else trouble.value = text("settingFailed", key, words);
  };
  return (
    <section aria-label={text("settings")}>
      <h2>{text("settings")}</h2>
      <p class="lead">
        {text("settingsLeadBefore")}
        <span class="mono">{showHidden(file)}</span>
        {text("settingsLeadAfter")}
      </p>
      <div class="rl-cols rl-settings">
        <div>
          {pillars.map(({ key, label, desc }) => (
            <Checkbox
              key={key}
              label={text(label)}
              desc={text(desc)}
              checked={settings[key]}
              onChange={(checked) => set(key, checked)}
            />
          ))}
        </div>
        <div>
          <TextArea
            label={text("verifyCommands")}
            name={text("verifyCommandsName")}
            rows={3}
            value={settings.verifyCommands.join("\n")}
            onCommit={(words) => set("verifyCommands", linesOf(words))}
          />
          <TestNow commands={settings.verifyCommands} />
          <div class="rl-limits">
            <TextField
              label={text("maxChangedLines")}
              value={String(settings.maxChangedLines)}
              onCommit={(words) => setLimit("maxChangedLines", words)}
            />
            <TextField
              label={text("maxFileLines")}
              value={String(settings.maxFileLines)}
              onCommit={(words) => setLimit("maxFileLines", words)}
            />
          </div>
        </div>
      </div>
    </section>
  );
}

function linesOf(words: string): string[] {
  return words
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Runs the declared commands one after another, to see whether they work at all. */
function TestNow({ commands }: { commands: readonly string[] }) {
  const { host, act } = usePanel();
  const [results, setResults] = useState<readonly (HarnessCheckResult | string)[]>([]);
  const isRunning = typeof results.at(-1) === "string";
  const test = async (): Promise<void> => {
    const done: HarnessCheckResult[] = [];
    try {
      for (const command of commands) {
        setResults([...done, command]);
        done.push(await host.request("harness/testCommand", { command }));
      }
    } finally {
      setResults(done);
    }
  };
  return (
    <div class="rl-end-line rl-test">
      <SecondaryButton
        label={text("testNow")}
        disabled={isRunning || commands.length === 0}
        onClick={() => act(test())}
      />
      {results.map((result, index) => (
        <CheckOutcome
          key={index}
          result={typeof result === "string" ? "running" : result}
          command={commands[index] ?? ""}
        />
      ))}
    </div>
  );
}
