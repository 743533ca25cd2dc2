import { textOf } from "@relay-harness/protocol";
import type { ToolItem } from "@relay-harness/protocol";
import { text } from "../strings/text.ts";
import { duration } from "../text/units.ts";
import { lineCount } from "./outputTail.ts";
import { exitCode } from "./toolOutcome.ts";

/** The result of a finished call in few words; what changed lines is told apart. */
export function resultInWords(item: ToolItem): string | undefined {
  if (item.isError) return failure(item);
  const output = textOf(item.content);
  switch (item.name) {
    case "read":
      return hasImage(item) ? text("image") : text("lines", lineCount(output));
    case "grep":
    case "find":
      return text("hits", /^No (files|matches) found/.test(output) ? 0 : lineCount(output));
    case "ls":
      return text("entriesCount", lineCount(output));
    default:
      return item.durationMs === undefined ? undefined : duration(item.durationMs);
  }
}

function failure(item: ToolItem): string {
  const code = exitCode(item);
  return code === undefined ? text("failed") : text("exit", code);
}

function hasImage(item: ToolItem): boolean {
  return item.content.some(({ type }) => type === "image");
}
