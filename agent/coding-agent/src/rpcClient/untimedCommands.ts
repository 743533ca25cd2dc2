/**
 * Commands that may wait for a person, a provider or another program as long as that takes (rpc.md §12):
 * prompts, what runs programs, and everything of the classes io, replace and compact.
 */
const untimedCommands: ReadonlySet<string> = new Set([
  "prompt",
  "steer",
  "follow_up",
  "abort",
  "compact",
  "navigate_tree",
  "bash",
  "harness_run_check",
  "new_session",
  "switch_session",
  "fork",
  "clone",
  "import_session",
  "set_trust",
  "reload",
  "export_html",
  "export_jsonl",
  "list_sessions",
  "delete_session",
  "rename_session",
  "share_session",
  "bug_report",
  "login",
  "get_completions",
]);

export function isUntimed(command: string): boolean {
  return untimedCommands.has(command);
}
