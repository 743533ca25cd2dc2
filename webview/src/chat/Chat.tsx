import { useApp } from "../app.ts";
import { Composer } from "../composer/Composer.tsx";
import { Footer } from "../composer/Footer.tsx";
import { Queue } from "../composer/Queue.tsx";
import { Cards } from "../dialogs/Cards.tsx";
import { Find } from "../find/Find.tsx";
import { IntakeCard } from "../intake/IntakeCard.tsx";
import { Conversation } from "../transcript/Conversation.tsx";
import { Empty } from "./Empty.tsx";
import { Status } from "./Status.tsx";
import { Trouble } from "./Trouble.tsx";
import { Widgets } from "./Widgets.tsx";

/** The whole panel. */
export function Chat({ inEditor }: { inEditor: boolean }) {
  const { store, chat } = useApp();
  const isEmpty = store.timeline.value.length === 0;
  const size = chat.settings.value.fontSize;
  return (
    <main
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
