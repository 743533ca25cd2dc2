import { splitTemplateArguments } from "./templateArguments.ts";

/** `$1`, `$@`, `$ARGUMENTS`, and in braces: a default, or a part of the arguments. */
const placeholder =
  /\$(?:([1-9]\d*)|@|ARGUMENTS(?![A-Za-z0-9_])|\{(?:([1-9]\d*|@|ARGUMENTS):-([^}]*)|@:(\d+)(?::(\d+))?)\})/g;

/**
 * Puts arguments into the body of a template (cli.md §9), in one pass: what is put in is not looked at
 * again. Any other `$` stays.
 */
export function fillTemplate(body: string, args: string): string {
  const values = splitTemplateArguments(args);
  return body.replace(
    placeholder,
    (
      _match,
      number?: string,
      subject?: string,
      fallback?: string,
      from?: string,
      length?: string,
    ): string => {
      if (number !== undefined) return values[Number(number) - 1] ?? "";
      if (subject !== undefined) return orFallback(subject, fallback ?? "", values);
      if (from === undefined) return values.join(" ");
      const start = Math.max(0, Number(from) - 1);
      return values.slice(start, length === undefined ? undefined : start + Number(length)).join(" ");
    },
  );
}

function orFallback(subject: string, fallback: string, values: readonly string[]): string {
  if (subject === "@" || subject === "ARGUMENTS") return values.length === 0 ? fallback : values.join(" ");
  return values[Number(subject) - 1] || fallback;
}
