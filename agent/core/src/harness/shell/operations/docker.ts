import { readOptions } from "../options.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { composeGlobals, dockerGlobals } from "../unwrap/remotes.ts";
import type { Detector, Family, Finding } from "./finding.ts";
import { verbs } from "./verbs.ts";

const push = (label: string): Finding[] => [{ id: "docker.push", label }];

const prunable = verbs("system volume container image network builder buildx");

function docker(call: Call): readonly Finding[] {
  const { operands } = readOptions(call.args, { values: dockerGlobals, stopsAtOperand: true });
  const [first, ...others] = operands;
  const name = call.program.name;
  switch (first?.text) {
    case "compose":
      return compose(others, `${name} compose`);
    case "push":
      return push(`${name} push`);
    case "rm":
      return removeContainers(others, `${name} rm`);
    case "build":
      return build(others, `${name} build --push`);
    case "stack":
    case "service":
    case "secret":
    case "config":
      return /^(rm|remove)$/.test(others[0]?.text ?? "")
        ? [{ id: "docker.down", label: `${name} ${first.text} rm` }]
        : [];
    default:
      return first ? managed(first.text, others, name) : [];
  }
}

/** `docker volume prune`, `docker image push`, `docker buildx build --push` ... */
function managed(object: string, [verb, ...args]: readonly Argument[], name: string): readonly Finding[] {
  const label = `${name} ${object} ${verb?.text ?? ""}`;
  if (prunable.has(object) && verb?.text === "prune") return [{ id: "docker.prune", label }];
  if (object === "volume" && /^(rm|remove)$/.test(verb?.text ?? "")) {
    const targets = readOptions(args).operands;
    return [{ id: "docker.prune", label, targets, clause: { group: "delete", needs: "targets" } }];
  }
  if (object === "container" && /^(rm|remove)$/.test(verb?.text ?? "")) return removeContainers(args, label);
  if ((object === "image" || object === "manifest") && verb?.text === "push") return push(label);
  if (object === "buildx" && /^(build|bake|b)$/.test(verb?.text ?? "")) return build(args, `${label} --push`);
  if (object === "buildx" && verb?.text === "imagetools" && args[0]?.text === "create") {
    return args.some(({ text }) => text === "--dry-run") ? [] : push(`${name} buildx imagetools create`);
  }
  return [];
}

/** `-v` deletes their volumes; `-f` of whatever a command lists ends what someone uses. */
function removeContainers(args: readonly Argument[], label: string): readonly Finding[] {
  const options = readOptions(args);
  if (options.has("-v --volumes")) return [{ id: "docker.prune", label: `${label} -v` }];
  const isUnknown = options.operands.some(({ kind }) => kind === "dynamic");
  return options.has("-f --force") && isUnknown ? [{ id: "docker.down", label: `${label} -f` }] : [];
}

function build(args: readonly Argument[], label: string): readonly Finding[] {
  const options = readOptions(args, { values: "-o --output --set" });
  const toRegistry = [...options.valuesOf("-o --output"), ...options.valuesOf("--set")].some(({ text }) =>
    /type=registry|push=true/.test(text),
  );
  const isPushed = options.has("--push") && options.value("--push")?.text !== "false";
  return isPushed || toRegistry ? push(label) : [];
}

function compose(args: readonly Argument[], label: string): readonly Finding[] {
  const { operands } = readOptions(args, { values: composeGlobals, stopsAtOperand: true });
  const [verb, ...others] = operands;
  const options = readOptions(others, { values: "-t --timeout --rmi" });
  switch (verb?.text) {
    case "down":
      return options.has("-v --volumes --rmi") ? [{ id: "docker.down", label: `${label} down -v` }] : [];
    case "rm":
      return options.has("-v --volumes") ? [{ id: "docker.down", label: `${label} rm -v` }] : [];
    case "push":
      return push(`${label} push`);
    case "build":
      return options.has("--push") ? push(`${label} build --push`) : [];
    default:
      return [];
  }
}

/** Tools that copy images between registries. */
function registryTool(pattern: RegExp): Detector {
  return (call) => {
    const [verb, ...others] = readOptions(call.args).operands;
    if (!pattern.test(verb?.text ?? "")) return [];
    // skopeo copies to folders as well.
    const target = others.at(-1)?.text ?? "";
    return /^(dir|oci|oci-archive|docker-archive|docker-daemon):/.test(target)
      ? []
      : push(`${call.program.name} ${verb?.text}`);
  };
}

export const dockerFamily: Family = {
  docker,
  podman: docker,
  nerdctl: docker,
  "docker-compose": (call) => compose(call.args, "docker-compose"),
  // What scripts call a variable that holds it.
  dc: (call) => compose(call.args, "docker compose"),
  "podman-compose": (call) => compose(call.args, "podman-compose"),
  buildah: registryTool(/^push$/),
  skopeo: registryTool(/^(copy|sync|delete)$/),
  crane: registryTool(/^(push|copy|cp|tag|delete|append|mutate)$/),
  oras: registryTool(/^(push|copy|cp|attach|tag)$/),
  ko: registryTool(/^(publish|apply|resolve)$/),
};
