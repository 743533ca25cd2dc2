import { readOptions } from "../options.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import type { Family, Finding } from "./finding.ts";
import { verbs } from "./verbs.ts";

const values =
  "-R --repo --hostname -t --title -b --body -F --body-file -B --base -H --head -l --label -a --assignee -r --reviewer -m --milestone -p --project -T --template --notes --notes-file --target -D --dir -L --limit -s --state -S --search -q --jq --json --template -e --env -o --org -u --user -X --method -f --field --raw-field --input --ref -g --group --description --target-branch --source-branch -d";

/** Everything else in these groups writes. */
const readVerbs = verbs(
  "list ls view status diff checks checkout co clone browse download watch show get token setup-git search verify verify-asset develop-list logs log trace lint ci-lint",
);

const groups = verbs(
  "pr mr issue release repo workflow run secret variable gist label ruleset ssh-key gpg-key cache project auth codespace org attestation extension alias config schedule ci pipeline milestone deploy-key snippet token cluster agent runner stack",
);

const free = verbs(
  "auth config alias extension browse status search help version completion org attestation",
);

const deletions = verbs("delete remove rm delete-asset item-delete field-delete close-delete unlink");

function gh(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values });
  const [group = "", verb = ""] = options.operands.map(({ text }) => text);
  const name = call.program.name;
  if (group === "api") return api(call);
  if (!groups.has(group) || verb === "") return [];
  const label = `${name} ${group} ${verb}`;
  if (deletions.has(verb) && !free.has(group)) {
    return [{ id: "gh.delete", label, targets: options.operands.slice(2) }];
  }
  if (group === "pr" || group === "mr") {
    if (/^(create|new)$/.test(verb)) return options.has("--dry-run") ? [] : [{ id: "gh.pr.create", label }];
    if (/^(merge|accept)$/.test(verb)) return [{ id: "gh.pr.merge", label }];
  }
  if (group === "release" && /^(create|new)$/.test(verb)) return [{ id: "gh.release.create", label }];
  if (group === "auth") return /^(refresh|login|logout)$/.test(verb) ? change(label) : [];
  if (free.has(group)) return [];
  return readVerbs.has(verb) ? [] : change(label);
}

const change = (label: string): Finding[] => [{ id: "gh.change", label }];

const apiValues =
  "-X --method -f --raw-field -F --field --input -H --header -q --jq -t --template --hostname -p --preview --cache";

/** `gh api`: fields make it a POST unless a method says otherwise; GraphQL writes only in mutations. */
function api(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: apiValues });
  const method = options.value("-X --method");
  const fields = options.valuesOf("-f --raw-field -F --field");
  const label = `${call.program.name} api`;
  if (options.word(1) === "graphql") {
    const isMutation = fields.some(({ text }) => /^query=\s*mutation\b/.test(text)) || options.has("--input");
    return isMutation || fields.some(isUnknownQuery) ? change(label) : [];
  }
  const verb = method?.text.toUpperCase();
  if (verb === "DELETE")
    return [{ id: "gh.delete", label: `${label} -X DELETE`, targets: options.operands.slice(1) }];
  const writes = fields.length > 0 || options.has("--input");
  if (method) return verb === "GET" || verb === "HEAD" ? [] : change(`${label} -X ${method.text}`);
  return writes ? change(label) : [];
}

function isUnknownQuery({ text, kind }: Argument): boolean {
  return kind === "dynamic" && /^query=\s*[$`]/.test(text);
}

/** The older client. */
function hub(call: Call): readonly Finding[] {
  const [first = "", second = ""] = readOptions(call.args, { values }).operands.map(({ text }) => text);
  if (first === "pull-request") return [{ id: "gh.pr.create", label: "hub pull-request" }];
  return first === "release" && second === "create"
    ? [{ id: "gh.release.create", label: "hub release create" }]
    : [];
}

export const githubFamily: Family = { gh, glab: gh, hub };
