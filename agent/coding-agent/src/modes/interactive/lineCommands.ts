import { thinkingLevels, type Model } from "@relay-harness/protocol";
import type { SessionRuntime } from "../../session/agentSessionRuntime.ts";
import type { Transcript } from "./transcript.ts";

export interface LineCommandContext {
  runtime: SessionRuntime;
  transcript: Transcript;
  /** Everything behind the command's name. */
  argument: string;
  /** Asks for a line that is not shown; `undefined` when the user gives up. */
  askSecret: (question: string) => Promise<string | undefined>;
}

export interface LineCommand {
  description: string;
  /** What it throws is shown to the user. */
  run: (context: LineCommandContext) => void | "quit" | Promise<void | "quit">;
}

/** Commands of the line interface, by the word that calls them. */
export const lineCommands: Readonly<Record<string, LineCommand>> = {
  "/help": {
    description: "show these commands",
    run: ({ transcript }) => {
      for (const [name, { description }] of Object.entries(lineCommands)) {
        transcript.line(`${name.padEnd(10)} ${description}`);
      }
    },
  },
  "/model": {
    description: "show the models that can be used, or choose one: /model provider/id",
    run: chooseModel,
  },
  "/thinking": {
    description: "show or set the thinking level: /thinking high",
    run: chooseThinkingLevel,
  },
  "/login": {
    description: "store a provider's API key: /login anthropic",
    run: login,
  },
  "/logout": {
    description: "forget a stored key: /logout anthropic",
    run: async ({ runtime, transcript, argument }) => {
      const provider = runtime.credentials.find(argument);
      const isRemoved = await runtime.credentials.logout(provider);
      transcript.line(isRemoved ? `Forgot the key of ${provider}.` : `No key of ${provider} is stored.`);
    },
  },
  "/new": {
    description: "start a new session",
    run: async ({ runtime, transcript }) => {
      await runtime.newSession();
      transcript.line("New session.");
    },
  },
  "/session": {
    description: "show the session's file, messages and cost",
    run: ({ runtime, transcript }) => {
      const stats = runtime.session.getSessionStats();
      transcript.line(stats.sessionFile ?? "in memory");
      transcript.line(
        `${stats.totalMessages} messages, ${stats.tokens.total} tokens, $${stats.cost.toFixed(4)}`,
      );
    },
  },
  "/quit": { description: "leave", run: () => "quit" },
};

async function login({ runtime, transcript, argument, askSecret }: LineCommandContext): Promise<void> {
  const { credentials, session } = runtime;
  if (argument === "") {
    for (const { id, name, isReady } of credentials.providers()) {
      transcript.line(`${id.padEnd(29)} ${name}${isReady ? " (ready)" : ""}`);
    }
    transcript.line("Choose one: /login <provider>");
    return;
  }
  const provider = credentials.find(argument);
  const key = await askSecret(`API key of ${provider} (not shown): `);
  if (key === undefined) return;
  const model = await credentials.login(provider, key);
  transcript.line(`Stored the key of ${provider}.`);
  const hasOwnModel = session.model !== undefined && session.model.provider !== "offline";
  if (!model || hasOwnModel) return;
  await session.selectModel(model.provider, model.id);
  transcript.line(`Using ${referenceOf(model)}.`);
}

async function chooseModel({ runtime, transcript, argument }: LineCommandContext): Promise<void> {
  const models = await runtime.availableModels();
  if (argument === "") {
    if (models.length === 0) transcript.line("No models available.");
    for (const model of models) transcript.line(referenceOf(model));
    return;
  }
  const matches = findModels(argument, models);
  if (matches.length > 1) {
    transcript.line(`"${argument}" could be ${matches.map(referenceOf).join(", ")}.`);
    return;
  }
  const [match] = matches;
  const [provider, id] = match ? [match.provider, match.id] : splitReference(argument);
  const model = await runtime.session.selectModel(provider, id);
  transcript.line(`Using ${referenceOf(model)}.`);
}

/** By full name, else by id, else by a part of the name. */
function findModels(text: string, models: readonly Model[]): readonly Model[] {
  const wanted = text.toLowerCase();
  const ways: ((model: Model) => boolean)[] = [
    (model) => referenceOf(model).toLowerCase() === wanted,
    ({ id }) => id.toLowerCase() === wanted,
    (model) => referenceOf(model).toLowerCase().includes(wanted),
  ];
  for (const fits of ways) {
    const found = models.filter(fits);
    if (found.length > 0) return found;
  }
  return [];
}

/** What is not in the list, such as the offline guide, can still be named in full. */
function splitReference(text: string): [provider: string, id: string] {
  const slash = text.indexOf("/");
  if (slash <= 0) throw new Error(`Model not found: ${text}`);
  return [text.slice(0, slash), text.slice(slash + 1)];
}

function referenceOf({ provider, id }: Pick<Model, "provider" | "id">): string {
  return `${provider}/${id}`;
}

async function chooseThinkingLevel({ runtime, transcript, argument }: LineCommandContext): Promise<void> {
  const { session } = runtime;
  const levels = session.getAvailableThinkingLevels();
  const level = levels.find((known) => known === argument);
  if (argument !== "" && level === undefined) {
    const isKnown = thinkingLevels.some((known) => known === argument);
    const reason = isKnown ? "The model does not have the" : "Unknown";
    transcript.line(`${reason} thinking level "${argument}".`);
  }
  if (level) await session.setThinkingLevel(level);
  transcript.line(`Thinking level: ${session.thinkingLevel} (one of ${levels.join(", ")})`);
}
