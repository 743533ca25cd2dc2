import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Icon } from "../ui/Icon.tsx";
import { ContextSection } from "./ContextSection.tsx";
import { EvidenceSection } from "./EvidenceSection.tsx";
import { usePanel } from "./panelContext.ts";
import { RulesSection } from "./RulesSection.tsx";
import { SettingsSection } from "./SettingsSection.tsx";
import { SkillsSection } from "./SkillsSection.tsx";
import { SliceSection } from "./SliceSection.tsx";

/** What the harness knows of the session, and its switches. */
export function Panel() {
  const { chat, host, act, trouble } = usePanel();
  const state = chat.harness.value;
  return (
    <main class="rl rl-page rl-scroll">
      <div class="inner">
        <div class="head">
          <h1>{text("harness")}</h1>
          <span class="muted">{showHidden(chat.session.value?.title ?? "")}</span>
          <span class="grow" />
          <button
            type="button"
            class="rl-btn secondary small"
            onClick={() => act(host.request("harness/openReport", {}))}
          >
            {text("openReport")}
          </button>
        </div>
        {trouble.value !== null && (
          <div class="rl-row" role="alert">
            <Icon name="error" class="bad" />
            <div class="body">{showHidden(trouble.value)}</div>
          </div>
        )}
        {state ? (
          <>
            <EvidenceSection state={state} />
            <RulesSection state={state} />
            <div class="rl-cols">
              <SliceSection state={state} />
              <ContextSection state={state} />
            </div>
            <SkillsSection state={state} />
            <SettingsSection state={state} />
          </>
        ) : (
          <p class="lead">{text("notConnected")}</p>
        )}
      </div>
    </main>
  );
}
