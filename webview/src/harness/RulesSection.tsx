import type { HarnessState } from "@relay-harness/protocol";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Icon } from "../ui/Icon.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Link } from "../ui/Link.tsx";
import { usePanel } from "./panelContext.ts";

interface Rule {
  readonly id: string;
  readonly text: string;
  readonly entryId: string;
  readonly isCorrection: boolean;
  readonly isSuspended: boolean;
}

/** Sentences of the user that count. */
export function RulesSection({ state }: { state: HarnessState }) {
  const rules = rulesOf(state);
  return (
    <section aria-label={text("rulesTitle")}>
      <h2>{text("rulesTitle")}</h2>
      <p class="lead">{rules.length > 0 ? text("rulesLead") : text("noRules")}</p>
      {rules.length > 0 && (
        <ul class="rl-list">
          {rules.map((rule) => (
            <RuleItem key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
    </section>
  );
}

function rulesOf({ constraints, corrections }: HarnessState): Rule[] {
  return [
    ...constraints
      .filter(({ status }) => status === "active")
      .map(({ id, text: words, entryId, exception }) => ({
        id,
        text: words,
        entryId,
        isCorrection: false,
        isSuspended: exception,
      })),
    ...corrections
      .filter(({ retracted }) => !retracted)
      .map(({ id, text: words, entryId }) => ({
        id,
        text: words,
        entryId,
        isCorrection: true,
        isSuspended: false,
      })),
  ];
}

function RuleItem({ rule }: { rule: Rule }) {
  const { chat, host, act } = usePanel();
  const { id, text: words, entryId, isCorrection, isSuspended } = rule;
  const index = chat.turns.value.findIndex((turn) => turn.entryId === entryId);
  const place =
    index === -1
      ? isCorrection
        ? text("correction")
        : ""
      : text(isCorrection ? "correctionTurn" : "turnNumber", index + 1);
  return (
    <li>
      <Icon name={isCorrection ? "reply" : "law"} />
      <span class="body">
        {showHidden(words)}
        <div class="meta">
          {[place, isSuspended ? text("suspended") : ""]
            .filter((part) => part !== "")
            .map((part) => `${part} · `)
            .join("")}
          <Link onClick={() => act(host.request("harness/showMessage", { entryId }))}>
            {text("showMessage")}
          </Link>
        </div>
      </span>
      <button
        type="button"
        class="rl-btn secondary small"
        onClick={() => act(host.request("harness/addToAgentsFile", { text: words }))}
      >
        {text("addToAgents")}
      </button>
      <IconButton
        icon="close"
        label={text(isCorrection ? "dropCorrection" : "dropRule")}
        onClick={() => act(host.request("rule/undo", { ruleId: id }))}
      />
    </li>
  );
}
