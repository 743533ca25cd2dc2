import type { HostRow } from "@relay-harness/protocol/webview";
import { useApp } from "../app.ts";
import { showHidden } from "../text/hidden.ts";
import { AnsiText } from "../tools/AnsiText.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import { Row } from "../ui/Row.tsx";

const icons = {
  notify: "info",
  crash: "error",
  error: "error",
  conflict: "warning",
  windowClosed: "debug-disconnect",
  dirtyFile: "diff-multiple",
  closedTab: "info",
  information: "info",
} as const satisfies Record<HostRow["kind"], string>;

const severities = {
  info: { icon: "info", tone: "note" },
  warning: { icon: "warning", tone: "warn" },
  error: { icon: "error", tone: "bad" },
} as const;

/** A row that the editor put into the conversation. */
export function HostRowView({ id }: { id: string }) {
  const { store } = useApp();
  const row = store.row(id);
  if (!row) return null;
  return row.kind === "crash" || row.kind === "error" ? <FailureBox row={row} /> : <PlainRow row={row} />;
}

function FailureBox({ row }: { row: HostRow }) {
  return (
    <div class="rl-box error" role="alert">
      <header>
        <Icon name="error" class="bad" />
        <span class="grow">{showHidden(row.text)}</span>
      </header>
      <div class="content">{row.detail !== undefined && <Detail detail={row.detail} />}</div>
      <footer>
        <Buttons row={row} />
      </footer>
    </div>
  );
}

/** A sentence on its own line is text; what follows is output of the agent. */
function Detail({ detail }: { detail: string }) {
  const [first = "", ...rest] = detail.split("\n");
  const isSentence = /[.!?]$/.test(first) && !first.includes("    ");
  const output = isSentence ? rest.join("\n") : detail;
  return (
    <>
      {isSentence && showHidden(first)}
      {output.trim() !== "" && (
        <pre class="mono rl-scroll" tabIndex={0}>
          <AnsiText output={output} />
        </pre>
      )}
    </>
  );
}

function Buttons({ row }: { row: HostRow }) {
  const { host, act } = useApp();
  return (
    <>
      {row.actions.map(({ id, label, primary }) => (
        <button
          key={id}
          type="button"
          class={primary ? "rl-btn" : "rl-btn secondary"}
          onClick={() => act(host.request("row/act", { rowId: row.id, action: id }))}
        >
          {showHidden(label)}
        </button>
      ))}
    </>
  );
}

function FilePath({ path }: { path: string }) {
  const { host, act } = useApp();
  const shown = showHidden(path);
  return (
    <>
      <Link title={shown} onClick={() => act(host.request("file/open", { path }))}>
        <span class="mono">{shown}</span>
      </Link>{" "}
    </>
  );
}

function PlainRow({ row }: { row: HostRow }) {
  const { host, act } = useApp();
  const { icon, tone } =
    row.kind === "notify" || row.kind === "conflict"
      ? severities[row.severity]
      : { icon: icons[row.kind], tone: undefined };
  const actions = row.actions.map(({ id, label }) => (
    <Link key={id} wide onClick={() => act(host.request("row/act", { rowId: row.id, action: id }))}>
      {showHidden(label)}
    </Link>
  ));
  const [title = "", ...more] = row.text.split("\n");
  return (
    <Row icon={icon} tone={tone} action={actions}>
      {row.path !== undefined && <FilePath path={row.path} />}
      {more.length > 0 ? <strong>{showHidden(title)}</strong> : showHidden(title)}
      {more.length > 0 && <pre class="mono">{showHidden(more.join("\n"))}</pre>}
      {row.detail !== undefined && <pre class="mono">{showHidden(row.detail)}</pre>}
    </Row>
  );
}
