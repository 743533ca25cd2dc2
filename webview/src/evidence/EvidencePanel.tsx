import type { HarnessEvidence } from "@relay-harness/protocol";
import type { FileChange } from "@relay-harness/protocol/webview";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import { useDisabled } from "../ui/useDisabled.ts";
import { LineCounts } from "./LineCounts.tsx";
import { checkLine } from "./verdict.ts";

interface EvidencePanelProps {
  evidence: HarnessEvidence;
  files: readonly FileChange[];
}

/** What a verdict rests on. */
export function EvidencePanel({ evidence, files }: EvidencePanelProps) {
  return (
    <div class="rl-evidence" role="group" aria-label={text("evidence")}>
      {evidence.reason !== null && <p class="reason">{showHidden(evidence.reason)}</p>}
      {evidence.checks.length > 0 && <h3>{text("checks")}</h3>}
      {evidence.checks.length > 0 && (
        <ul>
          {evidence.checks.map((check, index) => {
            const { icon, tone, why } = checkLine(check);
            return (
              <li key={index}>
                <Icon name={icon} class={tone} />
                <span class="body">
                  <span class="mono">{showHidden(check.command)}</span>
                  <span class="why">{why}</span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <ChangedFiles evidence={evidence} files={files} />
      <EvidenceBar />
    </div>
  );
}

function ChangedFiles({ evidence, files }: EvidencePanelProps) {
  const { host, act } = useApp();
  const known = new Map(files.map((file) => [file.path, file]));
  const paths = [...new Set([...evidence.changes.map(({ path }) => path), ...known.keys()])];
  if (paths.length === 0) return null;
  return (
    <>
      <h3>{text("changedFiles")}</h3>
      <ul>
        {paths.map((path) => {
          const file = known.get(path);
          return (
            <li key={path}>
              <Icon name={path === "*" ? "terminal" : "file-code"} />
              <span class="body">
                {path === "*" ? (
                  text("changedByCommands")
                ) : (
                  <Link onClick={() => act(host.request("file/open", { path }))}>{showHidden(path)}</Link>
                )}
                {file?.source === "command" && <span class="why">{text("byCommand")}</span>}
              </span>
              {file && <LineCounts added={file.added} removed={file.removed} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function EvidenceBar() {
  const { chat, host, act } = useApp();
  const disabled = useDisabled("runCheck");
  const command = chat.harness.value?.settings.verifyCommands[0];
  const { isRunning } = chat.run.value;
  return (
    <div class="rl-bar">
      {command !== undefined && (
        <Link
          disabled={disabled !== undefined}
          title={disabled}
          onClick={() => act(host.request("evidence/runCheck", { command }))}
        >
          {text("runCommand", command)}
        </Link>
      )}
      <Link disabled={isRunning} onClick={() => act(host.request("evidence/ask", {}))}>
        {text("askToVerify")}
      </Link>
    </div>
  );
}
