import type { ToolItem } from "@relay-harness/protocol";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { isRecord } from "../tools/toolOutcome.ts";
import { Icon } from "../ui/Icon.tsx";

/** The document that an intake wrote. */
export function QuestionnaireCard({ item }: { item: ToolItem }) {
  const { host, act } = useApp();
  const { details } = item;
  if (!isRecord(details) || typeof details["path"] !== "string") return null;
  const { path } = details;
  const count = (name: string): number => (typeof details[name] === "number" ? details[name] : 0);
  const button = (label: string, action: "open" | "reveal" | "copyPath") => (
    <button
      type="button"
      class="rl-btn secondary small"
      onClick={() => act(host.request("intake/result", { path, action }))}
    >
      {label}
    </button>
  );
  return (
    <div class="rl-box" role="group" aria-label={text("questionnaireReady")}>
      <header>
        <Icon name="file-text" />
        <span class="grow">{text("questionnaireReady")}</span>
      </header>
      <div class="content">
        <span class="mono">{showHidden(path)}</span>
        <br />
        <span class="muted">
          {text("questionCounts", count("questions"), count("followUps"), count("groups"))}
        </span>
      </div>
      <footer>
        {button(text("open"), "open")}
        {button(text("showInExplorer"), "reveal")}
        {button(text("copyPath"), "copyPath")}
      </footer>
    </div>
  );
}
