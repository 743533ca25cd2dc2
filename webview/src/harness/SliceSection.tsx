import type { HarnessState } from "@relay-harness/protocol";
import { formatCount, text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";

/** How much the request has changed, against its limits. */
export function SliceSection({ state }: { state: HarnessState }) {
  const { changedLines, limit, files } = state.slice;
  const grown = files.filter(({ fired }) => fired);
  return (
    <section aria-label={text("slice")}>
      <h2>{text("slice")}</h2>
      {changedLines === null ? (
        <p class="muted">{text("noGit")}</p>
      ) : (
        <>
          <div class="rl-figure">
            <strong>{formatCount(changedLines)}</strong>
            <span>{limit > 0 ? text("changedLinesOf", limit) : text("changedLinesNoLimit")}</span>
          </div>
          {limit > 0 && <Meter changed={changedLines} limit={limit} />}
        </>
      )}
      {grown.map(({ path, before, after }) => (
        <p key={path} class="muted">
          {text("fileGrew", showHidden(path), before, after, state.settings.maxFileLines)}
        </p>
      ))}
    </section>
  );
}

function Meter({ changed, limit }: { changed: number; limit: number }) {
  const percent = Math.min(100, Math.round((changed / limit) * 100));
  return (
    <div
      class="rl-track"
      role="progressbar"
      aria-label={text("changedLines")}
      aria-valuemin={0}
      aria-valuenow={Math.min(changed, limit)}
      aria-valuemax={limit}
    >
      <span class={changed > limit ? "high" : undefined} style={{ width: `${percent}%` }} />
    </div>
  );
}
