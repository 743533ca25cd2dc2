import type { Scope } from "../scope.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import type { Finding } from "./finding.ts";

/** Streams and sinks that are no files. */
const stream = /^(-|\/dev\/(null|stdin|stdout|stderr|tty|fd\/\d+|shm(\/.*)?)|nul|\$null)$/i;

const disk = /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|loop|md|mapper\/|sr)\w*/;

export function isStream({ text }: Argument): boolean {
  return stream.test(text);
}

function isDisk({ text }: Argument): boolean {
  return disk.test(text);
}

/** Destinations outside the workspace and the temporary folder, as one finding. */
export function outsideFindings(
  label: string,
  destinations: readonly Argument[],
  call: Call,
  scope: Scope,
  cwd = call.state.cwd,
): Finding[] {
  // Paths in a container or on another machine are not of this one.
  if (call.isElsewhere) return [];
  const files = destinations.filter((destination) => !isStream(destination));
  const disks = files.filter(isDisk);
  if (disks.length > 0) return [{ id: "disk.write", label, targets: disks }];
  const targets = files.filter((file) => scope.placeOf(file, cwd) === "outside");
  return targets.length > 0 ? [{ id: "fs.outside", label, targets, arePaths: true }] : [];
}
