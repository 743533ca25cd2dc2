import { chooseFromList } from "../numberedList.ts";
import type { LineCommandContext } from "./lineCommand.ts";
import { modelReference } from "./model.ts";
import { screenOf } from "./screenOf.ts";

export async function login(context: LineCommandContext): Promise<void> {
  const { runtime, transcript, argument, ask } = context;
  const { credentials, session } = runtime;
  const provider = argument === "" ? await pickProvider(context) : credentials.find(argument);
  if (provider === undefined) return;
  const key = await ask(`API key of ${provider} (not shown): `, { isSecret: true });
  if (key === undefined) return;
  const model = await credentials.login(provider, key);
  transcript.line(`Stored the key of ${provider}.`);
  const hasOwnModel = session.model !== undefined && session.model.provider !== "offline";
  if (!model || hasOwnModel) return;
  await session.selectModel(model.provider, model.id);
  transcript.line(`Using ${modelReference(model)}.`);
}

async function pickProvider(context: LineCommandContext): Promise<string | undefined> {
  const providers = context.runtime.credentials.providers();
  const chosen = await chooseFromList({
    screen: screenOf(context),
    noun: "provider",
    title: () => "Providers that take a key",
    emptyText: "There are none.",
    load: (search) =>
      providers.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(search.toLowerCase())),
    describe: ({ id, name, isReady }) => `${id.padEnd(29)} ${name}${isReady ? " (ready)" : ""}`,
  });
  return chosen?.id;
}
