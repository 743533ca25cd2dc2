import { useApp } from "../app.ts";
import type { App } from "../app.ts";
import { Composer } from "../composer/Composer.tsx";
import { isInputMethod } from "../composer/keys.ts";
import { Footer } from "../composer/Footer.tsx";
import { Queue } from "../composer/Queue.tsx";
import { Cards } from "../dialogs/Cards.tsx";
import { Find } from "../find/Find.tsx";
import { IntakeCard } from "../intake/IntakeCard.tsx";
import { Conversation } from "../transcript/Conversation.tsx";
import { Empty } from "./Empty.tsx";
import { Status } from "./Status.tsx";
import { Trouble } from "./Trouble.tsx";
import { carryOut } from "./viewCommands.ts";
import { Widgets } from "./Widgets.tsx";

/** What no popup and no card has taken: Esc leaves find, else it stops what runs. */
function onEscape(event: KeyboardEvent, app: App): void {
  if (event.key !== "Escape" || isInputMethod(event) || event.defaultPrevented) return;
  event.preventDefault();
  if (app.navigation.query.peek() !== null) carryOut(app, "stopFind");
  else if (app.chat.run.peek().isRunning) app.act(app.host.request("prompt/stop", {}));
}

/** The whole panel. */
export function Chat({ inEditor }: { inEditor: boolean }) {
  const app = useApp();
  const { store, chat } = app;
  const isEmpty = store.timeline.value.length === 0;
  const size = chat.settings.value.fontSize;
  return (
    <main
      onKeyDown={(event) => onEscape(event, app)}
      class={inEditor ? "rl in-editor" : "rl"}
      style={size > 0 ? { "--relay-font-size": `${size}px` } : undefined}
    >
      <Find />
      {isEmpty ? <Empty /> : <Conversation />}
      <div class="rl-dock rl-scroll">
        <Cards />
        <IntakeCard />
        <Trouble />
        <Status />
        <Queue />
        <Widgets placement="aboveEditor" />
        <Composer />
        <Widgets placement="belowEditor" />
        <Footer />
      </div>
    </main>
  );
}
