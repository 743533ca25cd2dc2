import type { AgentSessionEvent } from "../../session/events.ts";

/** What the user hears of a session's own work, beside answers and tools; `undefined`: nothing. */
export function activityNote(event: AgentSessionEvent): string | undefined {
  switch (event.type) {
    case "auto_retry_start":
      return `Retrying in ${event.delayMs / 1000} s (${event.attempt} of ${event.maxAttempts})...`;
    case "compaction_start":
      return "Compacting the conversation... (Ctrl+C cancels)";
    case "compaction_end": {
      // The command that asked for it reports what went wrong.
      if (!event.result) return event.reason === "manual" ? undefined : failure(event);
      const { tokensBefore, estimatedTokensAfter } = event.result;
      const after = estimatedTokensAfter === undefined ? "" : ` to about ${estimatedTokensAfter}`;
      return `Compacted from ${tokensBefore} tokens${after}.`;
    }
    case "summarization_retry_scheduled":
      return `Summary failed: ${event.errorMessage}\nTrying again in ${event.delayMs / 1000} s (${event.attempt} of ${event.maxAttempts})...`;
    case "extension_error":
      return `Extension error (${event.extensionPath}): ${event.error}`;
    case "session_conflict":
      return "Warning: Another process writes to this session too. What it adds becomes another branch.";
    default:
      return undefined;
  }
}

function failure({ aborted, errorMessage }: { aborted: boolean; errorMessage?: string }): string | undefined {
  return aborted || errorMessage === undefined ? undefined : `Warning: ${errorMessage}`;
}
