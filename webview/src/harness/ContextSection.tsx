import { useEffect, useState } from "preact/hooks";
import type { ContextReport, HarnessState } from "@relay-harness/protocol";
import { formatCount, text } from "../strings/text.ts";
import type { StringKey } from "../strings/strings.ts";
import { compactCount } from "../text/units.ts";
import { usePanel } from "./panelContext.ts";

/** Shares of the context, each in a colour of its own and in words. */
const parts: readonly {
  name: StringKey;
  of: readonly (keyof ContextReport["breakdown"])[];
  colour: string;
}[] = [
  { name: "verbatim", of: ["verbatim"], colour: "--vscode-charts-blue" },
  { name: "stubs", of: ["stubbed", "digest"], colour: "--vscode-charts-purple" },
  { name: "systemTools", of: ["system", "tools"], colour: "--vscode-charts-green" },
  { name: "summary", of: ["summary"], colour: "--vscode-charts-yellow" },
  { name: "other", of: ["other"], colour: "--vscode-descriptionForeground" },
];

/** What fills the model's context. */
export function ContextSection({ state }: { state: HarnessState }) {
  const { chat, host, act } = usePanel();
  const [report, setReport] = useState<ContextReport>();
  const { tokens, contextWindow } = chat.context.value;
  useEffect(() => {
    act(host.request("context/report", {}).then(setReport));
  }, [tokens]);
  const { savedChars } = state.context;
  return (
    <section aria-label={text("contextTitle")}>
      <h2>{text("contextTitle")}</h2>
      <div class="rl-figure">
        {tokens !== null && <strong>{formatCount(tokens)}</strong>}
        <span>
          {[
            tokens === null ? text("contextUnknown") : text("tokensOf", contextWindow ?? 0),
            savedChars > 0 ? text("charsSaved", compactCount(savedChars)) : undefined,
          ]
            .filter((part) => part !== undefined)
            .join(" · ")}
        </span>
      </div>
      {report && <Shares report={report} />}
    </section>
  );
}

function Shares({ report }: { report: ContextReport }) {
  const sums = parts.map(({ of }) => of.reduce((sum, part) => sum + report.breakdown[part], 0));
  const total = sums.reduce((sum, value) => sum + value, 0);
  if (total === 0) return null;
  const shares = parts
    .map(({ name, colour }, index) => ({
      name,
      colour,
      percent: Math.round(((sums[index] ?? 0) / total) * 100),
    }))
    .filter(({ percent }) => percent > 0);
  const words = shares.map(({ name, percent }) => text("share", text(name), percent));
  return (
    <>
      <div class="rl-split" role="img" aria-label={words.join(", ")}>
        {shares.map(({ name, colour, percent }) => (
          <span key={name} style={{ "--c": `var(${colour}, currentColor)`, flex: percent }} />
        ))}
      </div>
      <div class="rl-legend">
        {shares.map(({ name, colour, percent }) => (
          <span key={name}>
            <i style={{ "--c": `var(${colour}, currentColor)` }} />
            {text("share", text(name), percent)}
          </span>
        ))}
      </div>
    </>
  );
}
