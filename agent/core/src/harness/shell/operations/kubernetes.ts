import { readOptions } from "../options.ts";
import { kubectlGlobals } from "../unwrap/remotes.ts";
import { rest, type Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import type { Family, Finding } from "./finding.ts";
import { verbs } from "./verbs.ts";

const applies = verbs(
  "apply create patch replace scale edit set label annotate taint cordon uncordon expose autoscale run cp adm new-app new-project start-build",
);

const kubectlValues = `${kubectlGlobals} -f --filename -l --selector -o --output -p --patch --type --replicas -k --kustomize --grace-period --timeout --field-selector --image --port --target-port --name -c --container --from-literal --from-file --field-manager`;

function kubectl(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: kubectlValues });
  const [verb, ...operands] = options.operands;
  const name = call.program.name;
  const word = verb?.text ?? "";
  if (word === "delete" || word === "drain") {
    return [
      {
        id: "k8s.delete",
        label: `${name} ${word}`,
        targets: deleted(word, operands, options.valuesOf("-f --filename -k --kustomize")),
      },
    ];
  }
  if (word === "config") {
    const action = operands[0]?.text ?? "";
    const isWrite = /^(use-context|use|set.*|unset|delete-.*|rename-context)$/.test(action);
    return isWrite ? [{ id: "k8s.config", label: `${name} config ${action}` }] : [];
  }
  if (word === "rollout") {
    const action = operands[0]?.text ?? "";
    return /^(restart|undo|pause|resume)$/.test(action) ? apply(`${name} rollout ${action}`) : [];
  }
  if (word === "cp" && isDownload(operands)) return [];
  if (word === "auth" && operands[0]?.text === "reconcile") return apply(`${name} auth reconcile`);
  // `create ... --dry-run` is exempted with the others.
  return applies.has(word) ? apply(`${name} ${word}`) : [];
}

const apply = (label: string): Finding[] => [{ id: "k8s.apply", label }];

function isDownload(operands: readonly Argument[]): boolean {
  return /^[^/.][^:]*:/.test(operands[0]?.text ?? "") && !(operands[1]?.text ?? "").includes(":");
}

/** Resources are `type name...` or `type/name`; drained nodes and files stand alone. */
function deleted(
  verb: string,
  operands: readonly Argument[],
  files: readonly Argument[],
): readonly Argument[] {
  if (verb === "drain" || files.length > 0) return [...operands, ...files];
  if (operands.some(({ text }) => text.includes("/"))) {
    return operands.map((operand) => rest(operand, operand.text.indexOf("/") + 1));
  }
  return operands.slice(1);
}

const helmValues =
  "-n --namespace --kube-context --kubeconfig -f --values --set --set-string --set-file --version --repo --timeout --history-max --description -o --output --username --password --post-renderer";

function helm(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: helmValues });
  const [verb, ...operands] = options.operands;
  const word = verb?.text ?? "";
  if (/^(uninstall|delete|del|un)$/.test(word)) {
    return [{ id: "k8s.delete", label: `helm ${word}`, targets: operands }];
  }
  return /^(install|upgrade|rollback|push)$/.test(word) ? apply(`helm ${word}`) : [];
}

function argocd(call: Call): readonly Finding[] {
  const [object, verb, ...names] = readOptions(call.args, {
    values:
      "--server --auth-token --grpc-web-root-path --config --revision --project --repo --path --dest-server --dest-namespace",
  }).operands;
  const label = `argocd ${object?.text} ${verb?.text}`;
  if (verb?.text === "delete" || verb?.text === "rm") return [{ id: "k8s.delete", label, targets: names }];
  if (object?.text === "app" && /^(sync|rollback|terminate-op)$/.test(verb?.text ?? "")) return apply(label);
  return /^(create|set|patch|add|unset|edit)$/.test(verb?.text ?? "") ? [{ id: "cloud.change", label }] : [];
}

function helmfile(call: Call): readonly Finding[] {
  const [verb] = readOptions(call.args, {
    values: "-f --file -e --environment -l --selector -n --namespace",
  }).operands;
  if (/^(apply|sync|charts)$/.test(verb?.text ?? "")) return apply(`helmfile ${verb?.text}`);
  return /^(destroy|delete)$/.test(verb?.text ?? "")
    ? [{ id: "k8s.delete", label: `helmfile ${verb?.text}` }]
    : [];
}

function switcher(call: Call): readonly Finding[] {
  const isChange = call.args.some(({ text }) => !text.startsWith("-"));
  return isChange ? [{ id: "k8s.config", label: call.program.name }] : [];
}

export const kubernetesFamily: Family = {
  kubectl,
  oc: kubectl,
  k: kubectl,
  helm,
  argocd,
  helmfile,
  kubectx: switcher,
  kubens: switcher,
  skaffold: (call) => {
    const verb = call.args[0]?.text ?? "";
    if (/^(run|deploy|apply|dev)$/.test(verb)) return [{ id: "deploy", label: `skaffold ${verb}` }];
    return verb === "delete" ? [{ id: "k8s.delete", label: "skaffold delete" }] : [];
  },
};
