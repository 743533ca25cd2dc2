import { useState } from "preact/hooks";
import type { AuthorizationTarget, DialogContext } from "@relay-harness/protocol";
import type { DialogAnswer, DialogCard } from "@relay-harness/protocol/webview";
import { isInputMethod } from "../composer/keys.ts";
import { text } from "../strings/text.ts";
import type { StringKey } from "../strings/strings.ts";
import { showHidden } from "../text/hidden.ts";
import { effectLabels, effectWords, reasonWords } from "./approvalWords.ts";
import { CardBox, CardButton } from "./CardBox.tsx";

export type Authorization = Extract<DialogContext, { kind: "authorization" }>;

interface AuthorizationCardProps {
  card: DialogCard;
  context: Authorization;
  count: string | undefined;
  onAnswer: (answer: DialogAnswer) => void;
}

/** May this command run? No button is a habit: none is filled, and refusing has the focus. */
export function AuthorizationCard({ card, context, count, onAnswer }: AuthorizationCardProps) {
  const [reason, setReason] = useState("");
  const { command, operations, targets, allowSession } = context;
  const labels = effectLabels(card.method === "confirm" ? card.message : "");
  const title = text(questionOf(context.effects));
  const refuse = (): void => {
    const words = reason.trim();
    onAnswer(words === "" ? { confirmed: false } : { confirmed: false, reason: words });
  };
  return (
    <CardBox
      id={card.id}
      name={`${title} ${command}`}
      title={title}
      icon="warning"
      tone="warn"
      count={count}
      isWarning
      stack
      onCancel={() => onAnswer({ cancelled: true })}
      footer={
        <>
          <CardButton label={text("dontRun")} isFirst onClick={refuse} />
          <CardButton label={text("runOnce")} onClick={() => onAnswer({ confirmed: true })} />
          {allowSession && (
            <CardButton
              label={text("allowSession")}
              onClick={() => onAnswer({ confirmed: true, remember: "session" })}
            />
          )}
        </>
      }
    >
      <div class="content">
        <pre class="mono rl-scroll" tabIndex={0}>
          {showHidden(command)}
        </pre>
        <dl>
          {operations.length > 0 && (
            <>
              <dt>{text("effect")}</dt>
              <dd>
                {showHidden(effectWords(operations).join(", "))}
                {labels.length > 0 && (
                  <>
                    {": "}
                    <span class="mono">{showHidden(labels.join(", "))}</span>
                  </>
                )}
              </dd>
            </>
          )}
          {targets.length > 0 && (
            <>
              <dt>{text("targets")}</dt>
              <dd>
                {targets.map((target, index) => (
                  <div key={index}>
                    <span class="mono">{showHidden(target.path ?? target.remote ?? "")}</span>{" "}
                    {stateOf(target)}
                  </div>
                ))}
              </dd>
            </>
          )}
          <dt>{text("askedBecause")}</dt>
          <dd>{showHidden(reasonWords(context.reason))}</dd>
        </dl>
        <label class="rl-field">
          <span>{text("reasonForAgent")}</span>
          <input
            class="rl-input"
            placeholder={text("sentWithDontRun")}
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !isInputMethod(event) && reason.trim() !== "") refuse();
            }}
          />
        </label>
      </div>
    </CardBox>
  );
}

function questionOf(effects: Authorization["effects"]): StringKey {
  if (effects.length > 1) return "allowBoth";
  return effects[0] === "external" ? "allowExternal" : "allowDestructive";
}

function stateOf({ exists, tracked }: AuthorizationTarget): string {
  if (exists === undefined) return "";
  if (!exists) return text("targetMissing");
  if (tracked === undefined) return text("targetExists");
  return text(tracked ? "targetExistsTracked" : "targetExistsUntracked");
}
