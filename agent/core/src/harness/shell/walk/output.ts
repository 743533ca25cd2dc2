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
  if (name === "tee") return input;
  const decoded = decodedOutput(name, call);
  if (decoded) return decoded;
  if (name === "echo" || name === "printf" || name === "write-output") return printed(name, call);
  if (name === "cat" || name === "get-content" || name === "gc" || name === "type") {
    if (args.length === 0) return input;
    const [file] = args.filter(({ text }) => !text.startsWith("-"));
    return file ? { file, isFetched: file.isFetched } : input;
  }
  if (call.language === "powershell" && listings.has(name)) return { isListing: true };
  const isLookup = /^(which|get-command|gcm)$/.test(name) || (name === "command" && args[0]?.text === "-v");
  if (isLookup) {
    const found = args.at(-1);
    return found?.kind === "literal" ? { text: found.text } : {};
  }
  // Filters keep what a cmdlet listed.
  if (/^(where-object|where|\?|select-object|select|sort-object|sort)$/.test(name)) {
    return { isListing: input.isListing === true };
  }
  return {};
}

const unpackers = /^(gunzip|zcat|bunzip2|bzcat|unxz|xzcat|unzstd|zstdcat|uudecode|rev)$/;

/** What decodes or unpacks: base64 of a known text is read, anything else stays hidden. */
function decodedOutput(name: string, { args, input }: Call): Input | undefined {
  const has = (pattern: RegExp): boolean => args.some(({ text }) => pattern.test(text));
  const isBase64 = /^(base64|gbase64)$/.test(name) && has(/^(-\w*[dD]|--decode)$/);
  const isDecoder =
    isBase64 ||
    (name === "xxd" && has(/^-\w*r/)) ||
    (name === "openssl" && has(/^-d$/)) ||
    (/^(gzip|bzip2|xz|zstd)$/.test(name) && has(/^(-\w*d\w*|--decompress)$/)) ||
    unpackers.test(name);
  if (!isDecoder) return undefined;
  if (input.isFetched) return { isFetched: true };
  const text =
    isBase64 && input.text !== undefined && !input.isInexact ? textOfBase64(input.text) : undefined;
  return text === undefined ? { isEncoded: true } : { text };
}

function textOfBase64(encoded: string): string | undefined {
  const compact = encoded.replace(/\s+/g, "");
  if (compact === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return undefined;
  const text = Buffer.from(compact, "base64").toString("utf8");
  return /^[\t\r\n -~\u00a0-\uffef]+$/.test(text) && !text.includes("\ufffd") ? text : undefined;
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
