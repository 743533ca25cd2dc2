import { readOptions } from "../options.ts";
import { readParameters } from "../powershell/parameters.ts";
import { curlValues, wgetValues } from "../programOptions.ts";
import type { Scope } from "../scope.ts";
import { literal, type Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import type { Family, Finding } from "./finding.ts";
import { outsideFindings } from "./outside.ts";

const write = (label: string): Finding[] => [{ id: "http.write", label }];

const safe = /^(GET|HEAD|OPTIONS|TRACE)$/i;

const curlData =
  "-d --data --data-raw --data-binary --data-urlencode --data-ascii --json -F --form --form-string -T --upload-file";

function curl(call: Call, scope: Scope): readonly Finding[] {
  const options = readOptions(call.args, { values: curlValues });
  const method = options.value("-X --request");
  const label = method ? `curl -X ${method.text}` : "curl";
  const findings: Finding[] = [];
  if (method) {
    // A method that only the run knows may be a write.
    if (!safe.test(method.text)) findings.push(...write(label));
  } else if (options.has(curlData) && !options.has("-G --get -I --head")) findings.push(...write("curl -d"));
  const directory = options.value("--output-dir");
  const files = [...options.valuesOf("-o --output"), ...(directory ? [directory] : [])];
  const named = options.has("-O --remote-name --remote-name-all") && !directory ? [literal(".")] : [];
  return [...findings, ...outsideFindings("curl -o", [...files, ...named], call, scope)];
}

function wget(call: Call, scope: Scope): readonly Finding[] {
  const options = readOptions(call.args, { values: wgetValues });
  const method = options.value("--method");
  const isWrite = options.has("--post-data --post-file") || (method !== undefined && !safe.test(method.text));
  const findings = isWrite ? write(method ? `wget --method=${method.text}` : "wget --post-data") : [];
  if (options.has("--spider")) return findings;
  const named = options.valuesOf("-O --output-document -P --directory-prefix");
  return [...findings, ...outsideFindings("wget", named.length > 0 ? named : [literal(".")], call, scope)];
}

/** httpie and xh: a method word, or items that make a body. */
function httpie(call: Call): readonly Finding[] {
  const options = readOptions(call.args, {
    values:
      "-a --auth -A --auth-type --session --session-read-only -o --output -p --print -s --style --timeout --proxy --verify --cert --body --raw",
  });
  const [first, ...others] = options.operands;
  if (!first) return [];
  if (/^[A-Z]+$/.test(first.text))
    return safe.test(first.text) ? [] : write(`${call.program.name} ${first.text}`);
  const hasBody = others.some(({ text }) => /^[^=:@]+(:=|=(?!=)|@|=@)/.test(text)) || options.has("--raw");
  return hasBody && !options.has("--download -d") ? write(call.program.name) : [];
}

function webRequest(call: Call, scope: Scope): readonly Finding[] {
  if (call.language !== "powershell" && /^(curl|wget)$/.test(call.program.name)) return [];
  const parameters = readParameters(call.args, {
    values:
      "uri method body infile outfile headers contenttype useragent credential timeoutsec custommethod form websession sessionvariable proxy authentication token",
    switches: "usebasicparsing usedefaultcredentials skipcertificatecheck passthru",
  });
  const method = parameters.value("method") ?? parameters.value("custommethod");
  const hasBody = ["body", "infile", "form"].some((name) => parameters.has(name));
  const isWrite = method ? !/^(get|head|options|default)$/i.test(method.text) : hasBody;
  const label = method ? `${call.program.name} -Method ${method.text}` : `${call.program.name} -Body`;
  const findings = isWrite ? write(label) : [];
  return [...findings, ...outsideFindings("-OutFile", parameters.valuesOf("outfile"), call, scope)];
}

/** In PowerShell, `curl` is an alias unless its words are the real program's. */
function aliased(detector: (call: Call, scope: Scope) => readonly Finding[]) {
  return (call: Call, scope: Scope): readonly Finding[] => {
    const findings = detector(call, scope);
    const isCmdlet = call.language === "powershell" && call.args.some(isCmdletParameter);
    return isCmdlet ? webRequest(call, scope) : findings;
  };
}

function isCmdletParameter({ text }: Argument): boolean {
  return /^-(uri|method|body|infile|outfile|usebasicparsing|headers)$/i.test(text);
}

export const httpFamily: Family = {
  curl: aliased(curl),
  wget: aliased(wget),
  wget2: wget,
  http: httpie,
  https: httpie,
  xh: httpie,
  xhs: httpie,
  iwr: webRequest,
  irm: webRequest,
  "invoke-webrequest": webRequest,
  "invoke-restmethod": webRequest,
};
