import type { RecentSession } from "@relay-harness/protocol/webview";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { age } from "../text/units.ts";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";

/** Before the first message. */
export function Empty() {
  const { chat, host, act } = useApp();
  const agent = chat.agent.value;
  const folder = chat.folder.value;
  const run = (name: "openFolder" | "selectModel" | "resumeSession" | "intake"): void =>
    act(host.request("command/run", { name }));
  if (folder.path === null && agent.kind === "none" && agent.reason === "noFolder") {
    return (
      <div class="rl-empty">
        <h1>{text("startWithTask")}</h1>
        <p>{text("openFolderNote")}</p>
        <p>
          <button type="button" class="rl-btn" onClick={() => run("openFolder")}>
            {text("openFolder")}
          </button>
        </p>
      </div>
    );
  }
  return (
    <div class="rl-empty rl-scroll">
      <h1>{text("startWithTask")}</h1>
      <p>
        {text("introBefore")}
        <strong>{folder.label}</strong>
        {text("introAfter")}
      </p>
      <Suggestions
        onIntake={() => run("intake")}
        onResume={() => run("resumeSession")}
        onResumeRecent={() => act(host.request("session/resumeRecent", {}))}
      />
      {agent.kind === "ready" && !agent.isTrusted && <p class="rl-offline">{text("untrustedNote")}</p>}
      {agent.kind === "ready" && agent.isOfflineDemo && (
        <p class="rl-offline">
          {text("offlineNote")} <Link onClick={() => run("selectModel")}>{text("chooseModel")}</Link>
        </p>
      )}
    </div>
  );
}

interface SuggestionsProps {
  onIntake: () => void;
  onResume: () => void;
  onResumeRecent: () => void;
}

function Suggestions({ onIntake, onResume, onResumeRecent }: SuggestionsProps) {
  const { memory, composing, chat } = useApp();
  const write = (words: string): void => {
    memory.setDraft(words, [words.length, words.length]);
    composing.focus();
  };
  const suggestion = (icon: string, words: string, onClick: () => void, desc?: string) => (
    <li>
      <button type="button" onClick={onClick}>
        <Icon name={icon} />
        <span>
          {words}
          {desc !== undefined && <span class="desc"> {desc}</span>}
        </span>
      </button>
    </li>
  );
  const recent = chat.recent.value;
  const explain = text("suggestExplain");
  const fix = text("suggestFix");
  return (
    <ul class="rl-suggest">
      {suggestion("book", explain, () => write(explain))}
      {suggestion("beaker", fix, () => write(fix))}
      {chat.disabled.value.intake === undefined &&
        suggestion("checklist", "/intake", onIntake, text("suggestIntake"))}
      {recent
        ? suggestion(
            "history",
            text("resumeRecent", showHidden(recent.label)),
            onResumeRecent,
            factsOf(recent),
          )
        : suggestion("history", text("resumeOther"), onResume)}
    </ul>
  );
}

function factsOf({ modified, messageCount }: RecentSession): string {
  return text("recentFacts", age(modified, Date.now()), messageCount);
}
