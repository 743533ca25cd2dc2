import { spawnSync } from "node:child_process";

/** Process groups that commands started and that may still have members. */
const groups = new Set<number>();
let exitHookInstalled = false;

/** Ends a process and what it started: its group with SIGKILL, on Windows its tree. */
export function killProcessGroup(pid: number): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/F", "/T", "/PID", String(pid)], { windowsHide: true, stdio: "ignore" });
    return;
  }
  signalGroup(pid, "SIGKILL");
}

/** False when the group has no members any more. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    // EPERM: a member changed its user. The group is there all the same.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Remembers a group so that it ends with this process. The returned function is called when its
 * leader is gone: the group stays remembered while background members live.
 */
export function trackProcessGroup(pid: number): () => void {
  if (!exitHookInstalled) {
    exitHookInstalled = true;
    process.once("exit", killLiveProcesses);
  }
  forgetEmptyGroups();
  groups.add(pid);
  return () => {
    if (process.platform === "win32" || !signalGroup(pid, 0)) groups.delete(pid);
  };
}

function forgetEmptyGroups(): void {
  if (process.platform === "win32") return;
  for (const pid of groups) {
    if (!signalGroup(pid, 0)) groups.delete(pid);
  }
}

/** Kills every live group. Runs by itself when the process exits. */
function killLiveProcesses(): void {
  for (const pid of groups) killProcessGroup(pid);
  groups.clear();
}
