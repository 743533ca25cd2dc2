import { chooseFromList } from "../numberedList.ts";
import type { LineCommandContext } from "./lineCommand.ts";
import { screenOf } from "./screenOf.ts";

export async function logout(context: LineCommandContext): Promise<void> {
  const { runtime, transcript, argument } = context;
  const provider = argument === "" ? await pickProvider(context) : runtime.credentials.find(argument);
  if (provider === undefined) return;
  const isRemoved = await runtime.credentials.logout(provider);
  transcript.line(isRemoved ? `Forgot the key of ${provider}.` : `No key of ${provider} is stored.`);
}

/** A key of the environment is listed too: it makes a provider ready, and is not stored. */
async function pickProvider(context: LineCommandContext): Promise<string | undefined> {
  const ready = context.runtime.credentials.providers().filter(({ isReady }) => isReady);
  if (ready.length === 0) {
    context.transcript.line("No key is stored.");
    return undefined;
  }
  const chosen = await chooseFromList({
    screen: screenOf(context),
    noun: "provider",
    title: () => "Providers with a key",
    emptyText: "There are none.",
    load: (search) =>
      ready.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(search.toLowerCase())),
    describe: ({ id, name }) => `${id.padEnd(29)} ${name}`,
  });
  return chosen?.id;
}
