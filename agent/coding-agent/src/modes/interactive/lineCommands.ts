import type { LineInterfaceOptions } from "./lineInterface.ts";

export interface LineCommandContext extends LineInterfaceOptions {
  write: (text: string) => void;
  /** Everything behind the command's name. */
  argument: string;
}

export interface LineCommand {
  description: string;
  run: (context: LineCommandContext) => void | "quit" | Promise<void | "quit">;
}

/** Commands of the line interface, by the word that calls them. */
export const lineCommands: Record<string, LineCommand> = {
  "/help": {
    description: "show these commands",
    run: ({ write }) => {
      for (const [name, { description }] of Object.entries(lineCommands))
        write(`${name.padEnd(10)} ${description}\n`);
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
  "/new": {
    description: "start a new session",
    run: async ({ runtime, write }) => {
      await runtime.newSession();
      write("New session.\n");
    },
  },
  "/session": {
    description: "show the session's file, messages and cost",
    run: ({ runtime, write }) => {
      const stats = runtime.session.getSessionStats();
      write(`${stats.sessionFile ?? "in memory"}\n`);
      write(`${stats.totalMessages} messages, ${stats.tokens.total} tokens, $${stats.cost.toFixed(4)}\n`);
    },
  },
  "/quit": { description: "leave", run: () => "quit" },
};

async function chooseModel({ runtime, write, argument }: LineCommandContext): Promise<void> {
  const models = await runtime.availableModels();
  if (argument === "") {
    for (const model of models) write(`${model.provider}/${model.id}\n`);
    return;
  }
  const slash = argument.indexOf("/");
  try {
    const model = await runtime.session.setModel(argument.slice(0, slash), argument.slice(slash + 1));
    write(`Using ${model.provider}/${model.id}.\n`);
  } catch (error) {
    write(`Error: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

async function chooseThinkingLevel({ runtime, write, argument }: LineCommandContext): Promise<void> {
  const { session } = runtime;
  const level = session.getAvailableThinkingLevels().find((known) => known === argument);
  if (level) await session.setThinkingLevel(level);
  const choices = session.getAvailableThinkingLevels().join(", ");
  write(`Thinking level: ${session.thinkingLevel} (one of ${choices})\n`);
}
