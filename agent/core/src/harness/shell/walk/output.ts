import { literal } from "./argument.ts";
import type { Call, Input } from "./call.ts";

const downloads = new Set([
  "curl",
  "wget",
  "iwr",
  "irm",
  "invoke-webrequest",
  "invoke-restmethod",
  "http",
  "xh",
]);
const listings = new Set(["get-childitem", "gci", "dir", "ls", "get-item", "gi"]);

/** What a command prints, as far as its words tell. */
export function outputOf(call: Call): Input {
  const { program, args, input, redirects } = call;
  const name = program.name.toLowerCase();
  if (program.isScript) return {};
  // What goes to a file does not go on.
  if (
    redirects.some(({ operator, descriptor }) => /^(>|>>|>\||&>)/.test(operator) && (descriptor ?? 1) === 1)
  ) {
    return {};
  }
  if (downloads.has(name)) return { isFetched: true };
  if (name === "echo" || name === "printf" || name === "write-output") return printed(name, call);
  if (name === "cat" || name === "get-content" || name === "gc" || name === "type") {
    if (args.length === 0) return input;
    const [file] = args.filter(({ text }) => !text.startsWith("-"));
    return file ? { file, isFetched: file.isFetched } : input;
  }
  if (call.language === "powershell" && listings.has(name)) return { isListing: true };
  if (name === "which" || (name === "command" && args[0]?.text === "-v")) {
    const found = args.at(-1);
    return found?.kind === "literal" ? { text: found.text } : {};
  }
  // Filters keep what a cmdlet listed.
  if (/^(where-object|where|\?|select-object|select|sort-object|sort)$/.test(name)) {
    return { isListing: input.isListing === true };
  }
  return {};
}

function printed(name: string, { args }: Call): Input {
  const values =
    name === "echo" ? args.filter(({ text }, index) => index > 0 || !/^-[neE]+$/.test(text)) : args;
  const text = values.map((value) => value.text).join(" ");
  const isFetched = values.some((value) => value.isFetched);
  const isInexact = values.some((value) => value.kind !== "literal");
  if (name !== "printf") return { text, isFetched, isInexact };
  const [format, ...rest] = values;
  const filled = (format?.text ?? "").replace(/%[sbq]|\\n/g, (piece) =>
    piece === "\\n" ? "\n" : (rest.shift() ?? literal("")).text,
  );
  return { text: [filled, ...rest.map((value) => value.text)].join(" "), isFetched, isInexact };
}
