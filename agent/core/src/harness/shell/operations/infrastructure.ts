import { readOptions } from "../options.ts";
import type { Call } from "../walk/call.ts";
import type { Family, Finding } from "./finding.ts";

const apply = (label: string): Finding[] => [{ id: "iac.apply", label }];
const destroy = (label: string): Finding[] => [{ id: "iac.destroy", label }];

function terraform(call: Call): readonly Finding[] {
  const options = readOptions(call.args, {
    values: "-chdir -var -var-file -target -state -out -backend-config -lock-timeout -parallelism",
    isSingleDash: true,
  });
  const words = options.operands.map(({ text }) => text);
  const start = words[0] === "run-all" || words[0] === "run" ? 1 : 0;
  const verb = words[start] ?? "";
  const label = `${call.program.name} ${verb}`;
  if (verb === "apply") {
    return options.has("-destroy --destroy") ? destroy(`${label} -destroy`) : apply(label);
  }
  if (/^(import|taint|untaint|refresh|force-unlock)$/.test(verb)) return apply(label);
  if (verb === "destroy") return destroy(label);
  if (verb === "state" && /^(rm|mv|push|replace-provider)$/.test(words[start + 1] ?? "")) {
    return destroy(`${label} ${words[start + 1]}`);
  }
  if (verb === "workspace" && words[start + 1] === "delete") return destroy(`${label} delete`);
  // A plan that destroys only shows what it would do.
  return /^(apply|destroy)-all$/.test(verb) ? (verb === "apply-all" ? apply(label) : destroy(label)) : [];
}

function pulumi(call: Call): readonly Finding[] {
  const words = readOptions(call.args, {
    values: "-s --stack -C --cwd -c --config -m --message",
  }).operands.map(({ text }) => text);
  const [verb = "", action = ""] = words;
  if (/^(up|update|refresh|import|cancel|watch)$/.test(verb)) return apply(`pulumi ${verb}`);
  if (/^(destroy|down|dn)$/.test(verb)) return destroy(`pulumi ${verb}`);
  const isRemoval =
    (verb === "stack" && action === "rm") || (verb === "state" && /^(delete|move|unprotect)$/.test(action));
  return isRemoval ? destroy(`pulumi ${verb} ${action}`) : [];
}

function playbook(call: Call): readonly Finding[] {
  const options = readOptions(call.args, {
    values:
      "-i --inventory -e --extra-vars -l --limit -t --tags -u --user -f --forks --vault-password-file --vault-id --private-key --start-at-task --skip-tags",
  });
  const isDry =
    options.has("-C --check --syntax-check") || options.names.some((name) => name.startsWith("--list-"));
  return isDry || options.operands.length === 0 ? [] : apply("ansible-playbook");
}

/** Modules that only look. */
const harmlessModules = /^(ansible\.builtin\.)?(ping|setup|debug|gather_facts|stat|assert|win_ping)$/;

function ansible(call: Call): readonly Finding[] {
  const options = readOptions(call.args, {
    values: "-m --module-name -a --args -i --inventory -e --extra-vars -l --limit -u --user -f --forks",
  });
  if (options.has("--list-hosts -C --check") || options.operands.length === 0) return [];
  const module = options.value("-m --module-name")?.text ?? "command";
  if (!options.has("-m --module-name -a --args")) return [];
  return harmlessModules.test(module) ? [] : [{ id: "cloud.change", label: `ansible -m ${module}` }];
}

/** Tools that deploy and destroy stacks. */
function stacks(call: Call): readonly Finding[] {
  const operands = readOptions(call.args, {
    values: "-s --stage -r --region -c --config --profile --app -a --context",
  }).operands;
  const verb = operands
    .map(({ text }) => text)
    .find((word) => /^(deploy|destroy|remove|rm|bootstrap|import|watch|rollback)$/.test(word));
  if (!verb) return [];
  const label = `${call.program.name} ${verb}`;
  if (/^(destroy|remove|rm)$/.test(verb)) return destroy(label);
  return [{ id: "deploy", label }];
}

export const infrastructureFamily: Family = {
  terraform,
  tofu: terraform,
  terragrunt: terraform,
  pulumi,
  "ansible-playbook": playbook,
  ansible,
  cdk: stacks,
  cdktf: stacks,
  sls: stacks,
  serverless: stacks,
  sst: stacks,
  copilot: stacks,
};
