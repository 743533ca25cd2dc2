import { thinkingLevels, type ThinkingLevel } from "@relay-harness/protocol";
import { chooseFromList } from "../numberedList.ts";
import type { LineCommandContext } from "./lineCommand.ts";
import { screenOf } from "./screenOf.ts";

export async function chooseThinkingLevel(context: LineCommandContext): Promise<void> {
  const { runtime, transcript, argument } = context;
  const { session } = runtime;
  const levels = session.getAvailableThinkingLevels();
  let level = levels.find((known) => known === argument);
  if (argument !== "" && level === undefined) {
    const isKnown = thinkingLevels.some((known) => known === argument);
    const reason = isKnown ? "The model does not have the" : "Unknown";
    transcript.line(`${reason} thinking level "${argument}".`);
  } else if (argument === "" && levels.length > 1) level = await pickLevel(context, levels);
  if (level) await session.setThinkingLevel(level);
  transcript.line(`Thinking level: ${session.thinkingLevel} (one of ${levels.join(", ")})`);
}

function pickLevel(
  context: LineCommandContext,
  levels: readonly ThinkingLevel[],
): Promise<ThinkingLevel | undefined> {
  const { session } = context.runtime;
  return chooseFromList<ThinkingLevel>({
    screen: screenOf(context),
    noun: "level",
    title: () => "Thinking levels of the model",
    emptyText: "There are none.",
    load: (search) => levels.filter((level) => level.includes(search)),
    describe: (level) => (level === session.thinkingLevel ? `${level}  (in use)` : level),
  });
}
