import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { useDisabled } from "../ui/useDisabled.ts";
import { ContextMeter } from "./ContextMeter.tsx";
import { ModelPicker, ThinkingPicker } from "./Pickers.tsx";

interface ToolbarProps {
  /** There is something to send. */
  hasText: boolean;
  onInsert: (words: string) => void;
}

export function Toolbar({ hasText, onInsert }: ToolbarProps) {
  const { chat, host, act } = useApp();
  const attachReason = useDisabled("attach");
  const pick = async (): Promise<void> => {
    const { insert, refused } = await host.request("attachment/pick", {});
    if (insert.length > 0) onInsert(`${insert.join(" ")} `);
    if (refused.length > 0)
      throw new Error(refused.map(({ name, reason }) => `${name}: ${reason}`).join("\n"));
  };
  return (
    <div class="rl-toolbar">
      <IconButton
        icon="add"
        label={text("addContext")}
        hint={attachReason}
        disabled={attachReason !== undefined}
        onClick={() => act(pick())}
      />
      <ModelPicker />
      <ThinkingPicker />
      <span class="grow" />
      <ContextMeter />
      {chat.run.value.isRunning ? <RunningButtons hasText={hasText} /> : <SendButton hasText={hasText} />}
    </div>
  );
}

function SendButton({ hasText }: { hasText: boolean }) {
  const { chat, composing, act } = useApp();
  const reason = useDisabled("send");
  const isDisabled = !hasText || reason !== undefined;
  return (
    <IconButton
      icon="arrow-up"
      label={text("send")}
      hint={reason}
      primary
      disabled={isDisabled}
      onClick={() => act(composing.send("send", chat.attachments.peek().length > 0))}
    />
  );
}

/** Stop is always there; with a text, it can be sent into the run or after it. */
function RunningButtons({ hasText }: { hasText: boolean }) {
  const { chat, composing, host, act } = useApp();
  const queueReason = useDisabled("queue");
  const steersOnEnter = chat.settings.value.enterWhileRunning === "steer";
  const send = (mode: "steer" | "queue"): void =>
    act(composing.send(mode, chat.attachments.peek().length > 0));
  const stop = (
    <IconButton
      icon="debug-stop"
      label={text("stop")}
      hint={text("stopHint")}
      primary={!hasText}
      onClick={() => act(host.request("prompt/stop", {}))}
    />
  );
  if (!hasText) return stop;
  const queue = (
    <IconButton
      icon="list-ordered"
      label={text("queue")}
      hint={queueReason ?? `${text("queue")} (${steersOnEnter ? "Alt+Enter" : "Enter"})`}
      primary={!steersOnEnter}
      disabled={queueReason !== undefined}
      onClick={() => send("queue")}
    />
  );
  const steer = (
    <IconButton
      icon="arrow-up"
      label={text("steer")}
      hint={`${text("steer")} (${steersOnEnter ? "Enter" : "Alt+Enter"})`}
      primary={steersOnEnter}
      onClick={() => send("steer")}
    />
  );
  return (
    <>
      {steersOnEnter ? queue : steer}
      {stop}
      {steersOnEnter ? steer : queue}
    </>
  );
}
