import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { IconButton } from "../ui/IconButton.tsx";

/** Messages that wait for the run, in the order in which they go. */
export function Queue() {
  const { chat, host, act } = useApp();
  const items = chat.queue.value;
  if (items.length === 0) return null;
  return (
    <ul class="rl-queue" aria-label={text("queuedMessages")}>
      {items.map(({ id, kind, text: words, attachments }) => {
        const shown = showHidden(
          [words, ...attachments.map((name) => `[${name}]`)].filter(Boolean).join(" "),
        );
        return (
          <li key={id}>
            <span class="rl-tag">{text(kind === "steer" ? "steer" : "queue")}</span>
            <span class="ellipsis" title={shown}>
              {shown}
            </span>
            <IconButton
              icon="edit"
              label={text("edit")}
              onClick={() => act(host.request("queue/edit", { id }))}
            />
            <IconButton
              icon="close"
              label={text("remove")}
              onClick={() => act(host.request("queue/remove", { id }))}
            />
          </li>
        );
      })}
    </ul>
  );
}
