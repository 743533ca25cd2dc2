import type { ChatState } from "@relay-harness/protocol/webview";
import { useApp } from "../app.ts";
import { showHidden } from "../text/hidden.ts";
import { AnsiText } from "../tools/AnsiText.tsx";

/** Lines that extensions show beside the composer; more than ten scroll. */
export function Widgets({ placement }: { placement: ChatState["widgets"][number]["placement"] }) {
  const widgets = useApp().chat.widgets.value.filter((widget) => widget.placement === placement);
  return (
    <>
      {widgets.map(({ key, lines }) => (
        <pre key={key} class="rl-widget rl-scroll" tabIndex={0} role="region" aria-label={showHidden(key)}>
          <AnsiText output={lines.join("\n")} />
        </pre>
      ))}
    </>
  );
}
