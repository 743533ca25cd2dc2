import type { LineCommand } from "./lineCommand.ts";

/**
 * Commands of the line interface, by the word that calls them (cli.md §8.2). One that is typed while
 * another is at work waits for it.
 */
export const lineCommands: Readonly<Record<string, LineCommand>> = {
  "/help": {
    description: "show these commands",
    load: async () => (await import("./help.ts")).showHelp,
  },
  "/hotkeys": {
    description: "show the keys",
    load: async () => (await import("./hotkeys.ts")).showHotkeys,
  },
  "/settings": {
    usage: "[text]",
    description: "show and change your settings",
    load: async () => (await import("./settings.ts")).changeSettings,
  },
  "/model": {
    usage: "[name]",
    description: "choose a model: provider/id, an id or a part of it",
    load: async () => (await import("./model.ts")).chooseModel,
  },
  "/scoped-models": {
    description: "choose the models that this session cycles through, and save them",
    load: async () => (await import("./scopedModels.ts")).chooseScopedModels,
  },
  "/thinking": {
    usage: "[level]",
    description: "choose how much the model thinks",
    load: async () => (await import("./thinking.ts")).chooseThinkingLevel,
  },
  "/login": {
    usage: "[provider]",
    description: "store a provider's API key",
    load: async () => (await import("./login.ts")).login,
  },
  "/logout": {
    usage: "[provider]",
    description: "forget a stored key",
    load: async () => (await import("./logout.ts")).logout,
  },
  "/new": {
    description: "start a new session",
    load: async () => (await import("./newSession.ts")).startNewSession,
  },
  "/resume": {
    description: "open another session; search, rename and delete sessions",
    load: async () => (await import("./resume.ts")).resumeSession,
  },
  "/name": {
    usage: "[name]",
    description: "name this session, or show its name",
    load: async () => (await import("./name.ts")).nameSession,
  },
  "/session": {
    description: "show file, messages, tokens and cost of this session",
    load: async () => (await import("./sessionInfo.ts")).showSessionInfo,
  },
  "/harness": {
    description: "show the rules, evidence and measures of this session",
    load: async () => (await import("./harness.ts")).showHarness,
  },
  "/tree": {
    description: "go back to an earlier point of this session",
    load: async () => (await import("./tree.ts")).walkTree,
  },
  "/fork": {
    description: "start a new session before one of your messages",
    load: async () => (await import("./fork.ts")).forkSession,
  },
  "/clone": {
    description: "go on in a copy of this session",
    load: async () => (await import("./clone.ts")).cloneSession,
  },
  "/compact": {
    usage: "[instructions]",
    description: "replace the older part of the conversation with a summary",
    load: async () => (await import("./compact.ts")).compactSession,
  },
  "/import": {
    usage: "<path.jsonl>",
    description: "open a copy of a session file",
    load: async () => (await import("./importSession.ts")).importSession,
  },
  "/copy": {
    description: "copy the last answer to the clipboard",
    load: async () => (await import("./copy.ts")).copyLastAnswer,
  },
  "/export": {
    usage: "[path]",
    description: "write this session as a page, or to a .jsonl path as JSONL",
    load: async () => (await import("./export.ts")).exportOpenSession,
  },
  "/share": {
    description: "upload this session as a private gist",
    load: async () => (await import("./share.ts")).shareOpenSession,
  },
  "/bug": {
    usage: "[description]",
    description: "write a bug report to send yourself",
    load: async () => (await import("./bug.ts")).reportBug,
  },
  "/trust": {
    description: "save whether this project is trusted",
    load: async () => (await import("./trust.ts")).decideTrust,
  },
  "/reload": {
    description: "read settings, extensions, skills, templates and instructions again",
    load: async () => (await import("./reload.ts")).reloadSession,
  },
  "/changelog": {
    description: "show what changed in Relay",
    load: async () => (await import("./changelog.ts")).showChangelog,
  },
  "/debug": {
    description: "write what was shown and the messages to a file",
    load: async () => (await import("./debug.ts")).writeDebugLog,
  },
  "/quit": {
    description: "leave",
    isUrgent: true,
    load: async () => (await import("./quit.ts")).quit,
  },
};
