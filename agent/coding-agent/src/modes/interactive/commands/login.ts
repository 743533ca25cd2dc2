import type { AuthNotice, AuthPrompt } from "@relay-harness/ai";
import type { Model } from "@relay-harness/protocol";
import type { LoginMethod } from "../../../session/credentialControl.ts";
import { noticeText } from "../../../session/dialogSignIn.ts";
import { chooseFromList } from "../numberedList.ts";
import type { LineCommandContext } from "./lineCommand.ts";
import { modelReference } from "./model.ts";
import { screenOf } from "./screenOf.ts";

export async function login(context: LineCommandContext): Promise<void> {
  const { runtime, transcript, argument, ask } = context;
  const { credentials, session } = runtime;
  const provider = argument === "" ? await pickProvider(context) : credentials.find(argument);
  if (provider === undefined) return;
  const method = await pickMethod(context, provider);
  if (method === undefined) return;
  let model: Model | undefined;
  if (method === "oauth") {
    model = await signIn(context, provider);
    transcript.line(`Signed in to ${provider}.`);
  } else {
    const key = await ask(`API key of ${provider} (not shown): `, { isSecret: true });
    if (key === undefined) return;
    model = await credentials.login(provider, key);
    transcript.line(`Stored the key of ${provider}.`);
  }
  const hasOwnModel = session.model !== undefined && session.model.provider !== "offline";
  if (!model || hasOwnModel) return;
  await session.selectModel(model.provider, model.id);
  transcript.line(`Using ${modelReference(model)}.`);
}

/** Asked only where there are two ways. */
async function pickMethod(
  { runtime, transcript, ask }: LineCommandContext,
  provider: string,
): Promise<LoginMethod["type"] | undefined> {
  const methods = runtime.credentials.methods(provider);
  if (methods.length < 2) return methods[0]?.type ?? "api_key";
  for (const [index, { label }] of methods.entries()) transcript.line(`  ${index + 1}  ${label}`);
  const answer = await ask("Number, Enter for none: ");
  return methods[Number(answer) - 1]?.type;
}

function signIn({ runtime, transcript, ask, signal }: LineCommandContext, provider: string) {
  const prompt = async ({ type, message, options = [], signal: own }: AuthPrompt): Promise<string> => {
    const rows = options.map(({ label }, index) => `\n  ${index + 1}  ${label}`).join("");
    const answer = await ask(`${message}${rows}\n> `, {
      isSecret: type === "secret",
      isFresh: true,
      ...(own && { signal: own }),
    });
    const chosen = type === "select" ? options[Number(answer) - 1]?.id : answer;
    if (chosen === undefined) throw new Error("The sign-in was cancelled");
    return chosen;
  };
  const notify = (notice: AuthNotice): void => transcript.line(noticeText(notice));
  return runtime.credentials.signIn(provider, { prompt, notify, signal });
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
