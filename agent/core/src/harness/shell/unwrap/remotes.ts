import { readOptions } from "../options.ts";
import { joinArguments, type Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { script, words, type Inner, type Unwrapper } from "./inner.ts";

export const sshValues = "-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -P -Q -R -S -W -w";

/** `ssh host command`: the words are joined and given to a shell there; without any, it reads its input. */
function unwrapSsh(call: Call): readonly Inner[] | undefined {
  const { operands } = readOptions(call.args, { values: sshValues, stopsAtOperand: true });
  const command = operands.slice(1);
  if (command.length > 0) return [script(joinArguments(command), { isElsewhere: true, input: call.input })];
  const { text } = call.input;
  if (text === undefined) return undefined;
  return [
    script(joinArguments([{ text, kind: "literal", prefix: text, isFetched: false }]), {
      isElsewhere: true,
      input: {},
    }),
  ];
}

export const dockerGlobals = "-c --context -H --host -l --log-level --config --tlscacert --tlscert --tlskey";
export const composeGlobals =
  "-f --file -p --project-name --profile --env-file --project-directory --parallel --ansi --progress";
const dockerRunValues =
  "-a --attach -c --cpu-shares -e --env --env-file -h --hostname -l --label --label-file -m --memory -p --publish -u --user -v --volume -w --workdir --add-host --cap-add --cap-drop --cidfile --cpus --cpuset-cpus --device --dns --entrypoint --expose --gpus --group-add --health-cmd --ip --ipc --link --log-driver --log-opt --mac-address --memory-swap --mount --name --net --network --network-alias --oom-score-adj --pid --pids-limit --platform --pull --restart --runtime --security-opt --shm-size --stop-signal --stop-timeout --storage-opt --sysctl --tmpfs --ulimit --userns --uts --volume-driver --volumes-from";
const dockerExecValues = "-e --env --env-file -u --user -w --workdir --detach-keys --index";

/** What runs inside a container: behind the image of `run`, behind the container of `exec`. */
function unwrapDocker(call: Call): readonly Inner[] | undefined {
  const top = readOptions(call.args, { values: dockerGlobals, stopsAtOperand: true }).operands;
  const isContainer = top[0]?.text === "container";
  const operands = isContainer ? top.slice(1) : top;
  if (operands[0]?.text === "compose") return unwrapComposeArgs(operands.slice(1), call);
  return unwrapContainer(operands, call);
}

function unwrapCompose(call: Call): readonly Inner[] | undefined {
  return unwrapComposeArgs(call.args, call);
}

function unwrapComposeArgs(args: readonly Argument[], call: Call): readonly Inner[] | undefined {
  return unwrapContainer(readOptions(args, { values: composeGlobals, stopsAtOperand: true }).operands, call);
}

function unwrapContainer(operands: readonly Argument[], call: Call): readonly Inner[] | undefined {
  const [subcommand, ...args] = operands;
  const isRun = subcommand?.text === "run";
  if (!isRun && subcommand?.text !== "exec") return undefined;
  const options = readOptions(args, {
    values: isRun ? dockerRunValues : dockerExecValues,
    stopsAtOperand: true,
  });
  const command = options.operands.slice(1);
  const entrypoint = options.value("--entrypoint");
  const input = options.has("-i --interactive -it -T") || !isRun ? call.input : {};
  return words(entrypoint && entrypoint.text !== "" ? [entrypoint, ...command] : command, {
    isElsewhere: true,
    input,
    passesStatus: !options.has("-d --detach"),
  });
}

export const kubectlGlobals =
  "-n --namespace --context --cluster --kubeconfig --user --token -s --server --as --as-group --cache-dir --certificate-authority --client-certificate --client-key --request-timeout -v --v";

function unwrapKubectl(call: Call): readonly Inner[] | undefined {
  const options = readOptions(call.args, { values: `${kubectlGlobals} -c --container -i -l --image` });
  const subcommand = options.word(0);
  if (subcommand !== "exec" && subcommand !== "debug" && subcommand !== "run") return undefined;
  return options.afterDashes && words(options.afterDashes, { isElsewhere: true });
}

function unwrapVagrant(call: Call): readonly Inner[] | undefined {
  const options = readOptions(call.args, { values: "-c --command" });
  const command = options.word(0) === "ssh" ? options.value("-c --command") : undefined;
  return command && [script(command, { isElsewhere: true })];
}

export const remoteUnwrappers: Readonly<Record<string, Unwrapper>> = {
  ssh: unwrapSsh,
  autossh: unwrapSsh,
  docker: unwrapDocker,
  podman: unwrapDocker,
  nerdctl: unwrapDocker,
  "docker-compose": unwrapCompose,
  "podman-compose": unwrapCompose,
  kubectl: unwrapKubectl,
  oc: unwrapKubectl,
  vagrant: unwrapVagrant,
};
