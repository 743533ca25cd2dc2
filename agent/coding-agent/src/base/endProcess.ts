import { isatty } from "node:tty";

/**
 * Ends the process with an exit code. When its terminal is gone it ends as the hang-up would have ended it, which
 * shells report as 129: resetting a terminal that is gone makes Node abort and leave a core dump.
 */
export function endProcess(exitCode: number): never {
  const { stdin, stdout, stderr } = process;
  const isGone = [stdin, stdout, stderr].some(({ isTTY, fd }) => isTTY && !isatty(fd));
  if (isGone && process.platform !== "win32") {
    process.removeAllListeners("SIGHUP");
    process.kill(process.pid, "SIGHUP");
  }
  process.exit(exitCode);
}
