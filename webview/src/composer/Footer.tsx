import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { cost } from "../text/units.ts";
import { Icon } from "../ui/Icon.tsx";

/** Below the composer: rules in force, what extensions report, what the session has cost. */
export function Footer() {
  const { chat, host, act, platform } = useApp();
  const agent = chat.agent.value;
  const harness = chat.harness.value;
  const rules = harness?.constraints.filter(({ status }) => status === "active").length ?? 0;
  const { cost: dollars, tokens } = chat.cost.value;
  const isEmpty = chat.session.value?.hasMessages !== true;
  const modifier = platform.value === "darwin" ? "Cmd" : "Ctrl";
  const hint = chat.settings.value.sendOnEnter ? text("enterSends") : text("ctrlEnterSends", modifier);
  return (
    <div class="rl-foot">
      {agent.kind === "ready" && !agent.isTrusted && (
        <span title={text("untrustedNote")}>
          <Icon name="shield" />
          {` ${text("untrusted")}`}
        </span>
      )}
      {rules > 0 && (
        <button
          type="button"
          title={text("rulesInForce", rules)}
          onClick={() => act(host.request("command/run", { name: "harness" }))}
        >
          <Icon name="law" />
          {text("rules", rules)}
        </button>
      )}
      {chat.statuses.value.map(({ key, text: words }) => (
        <span key={key} class="ellipsis" title={showHidden(`${key}: ${words}`)}>
          {showHidden(words)}
        </span>
      ))}
      <span class="grow" />
      {isEmpty && dollars === 0 ? (
        <span class="rl-hide-narrow">{hint}</span>
      ) : (
        <span class="nums" title={text("sessionCost", cost(dollars), tokens.cacheRead, tokens.cacheWrite)}>
          {cost(dollars)}
        </span>
      )}
    </div>
  );
}
