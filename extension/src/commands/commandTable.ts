import type { ChatCommandName } from "@relay-harness/protocol/webview";
import type { CommandHandler } from "./command.ts";
import { credentialCommands } from "./credentialCommands.ts";
import { editorCommands } from "./editorCommands.ts";
import { infoCommands } from "./infoCommands.ts";
import { modelCommands } from "./modelCommands.ts";
import { runCommands } from "./runCommands.ts";
import { sessionCommands } from "./sessionCommands.ts";
import { settingsCommands } from "./settingsCommands.ts";
import { treeCommands } from "./treeCommands.ts";

/** Every command of the manifest: a test compares the two. */
export const commandTable: Readonly<Record<string, CommandHandler>> = {
  ...sessionCommands,
  ...runCommands,
  ...modelCommands,
  ...credentialCommands,
  ...settingsCommands,
  ...treeCommands,
  ...infoCommands,
  ...editorCommands,
};

/** Commands behind buttons and slash names of the chat. */
export const chatCommandIds: Readonly<Record<ChatCommandName, string>> = {
  newSession: "relay.newSession",
  resumeSession: "relay.resumeSession",
  openFolder: "relay.openFolder",
  setApiKey: "relay.setApiKey",
  signIn: "relay.signIn",
  signOut: "relay.signOut",
  selectModel: "relay.selectModel",
  scopedModels: "relay.scopedModels",
  selectThinking: "relay.selectThinking",
  compact: "relay.compact",
  sessionInfo: "relay.sessionInfo",
  renameSession: "relay.renameSession",
  sessionTree: "relay.sessionTree",
  fork: "relay.fork",
  clone: "relay.cloneSession",
  importSession: "relay.importSession",
  exportSession: "relay.exportSession",
  shareSession: "relay.shareSession",
  reportBug: "relay.reportBug",
  copyLastAnswer: "relay.copyLastAnswer",
  projectTrust: "relay.projectTrust",
  agentSettings: "relay.agentSettings",
  sessionOptions: "relay.sessionOptions",
  reloadResources: "relay.reloadResources",
  restartAgent: "relay.restartAgent",
  reloadPanel: "relay.reloadPanel",
  showLogs: "relay.showLogs",
  openSettings: "relay.openSettings",
  tools: "relay.tools",
  resources: "relay.resources",
  mcpServers: "relay.mcpServers",
  modelView: "relay.modelView",
  harness: "relay.harness",
  intake: "relay.intake",
  reviewTurn: "relay.reviewTurn",
  revertTurn: "relay.revertTurn",
};
