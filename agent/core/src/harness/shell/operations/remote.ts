import { readOptions } from "../options.ts";
import { sshValues } from "../unwrap/remotes.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { destructiveAndExternal } from "./catalog.ts";
import type { Family, Finding } from "./finding.ts";
import { isRemotePath, rsyncParts } from "./writes.ts";

function ssh(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: sshValues, stopsAtOperand: true });
  const runs = options.operands.length > 1 || (options.operands.length === 1 && hasInput(call));
  return runs ? [{ id: "remote.exec", label: "ssh" }] : [];
}

function hasInput({ input }: Call): boolean {
  return (
    input.text !== undefined || input.file !== undefined || input.isPiped === true || input.isFetched === true
  );
}

function isRemote(argument: Argument): boolean {
  if (argument.kind === "dynamic" && argument.prefix === "")
    return /[^/]:/.test(argument.text.replace(/\$\{[^}]*\}/g, "$v"));
  return isRemotePath(argument);
}

function scp(call: Call): readonly Finding[] {
  const { operands } = readOptions(call.args, { values: "-c -D -F -i -J -l -o -P -S -X" });
  const destination = operands.at(-1);
  const isUpload = operands.length > 1 && destination !== undefined && isRemote(destination);
  return isUpload ? [{ id: "remote.copy", label: "scp" }] : [];
}

/** sftp reads what to do from its batch file or its input. */
function sftp(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: "-b -B -c -D -F -i -J -l -o -P -R -S -s" });
  const text = call.input.text;
  const puts =
    text !== undefined
      ? /^\s*-?(put|mput|reput|rm|rmdir|rename|mkdir)\b/m.test(text)
      : options.has("-b") || call.input.file;
  return puts ? [{ id: "remote.copy", label: "sftp" }] : [];
}

function rsync(call: Call): readonly Finding[] {
  const { operands, deletes, isDry } = rsyncParts(call);
  const destination = operands.at(-1);
  if (operands.length < 2 || !destination || !isRemote(destination) || isDry) return [];
  return deletes
    ? [{ id: "remote.copy", label: "rsync --delete", classes: destructiveAndExternal }]
    : [{ id: "remote.copy", label: "rsync" }];
}

function ftp(call: Call): readonly Finding[] {
  const texts = [...call.args.map(({ text }) => text), call.input.text ?? ""];
  const isUpload = texts.some((text) =>
    /(^|[\s;"'])(put|mput|mirror\s+(-\S+\s+)*(-R|--reverse))\b/m.test(text),
  );
  return isUpload || /^(ncftpput|lftpput)$/.test(call.program.name)
    ? [{ id: "remote.copy", label: call.program.name }]
    : [];
}

export const remoteFamily: Family = {
  ssh,
  autossh: ssh,
  mosh: ssh,
  "ssh-copy-id": () => [{ id: "remote.exec", label: "ssh-copy-id" }],
  scp,
  pscp: scp,
  sftp,
  rsync,
  ftp,
  lftp: ftp,
  ncftpput: ftp,
  croc: (call) => (call.args[0]?.text === "send" ? [{ id: "remote.copy", label: "croc send" }] : []),
  "invoke-command": (call) =>
    call.args.some(({ text }) => /^-(computername|cn|session|hostname|vmname)$/i.test(text))
      ? [{ id: "remote.exec", label: "Invoke-Command" }]
      : [],
};
