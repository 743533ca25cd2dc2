/** What a request restates beside the newest developer message (harness.md §8.1). */
export interface BlockSections {
  /** Rules in force, oldest first. */
  constraints?: {
    rules: readonly string[];
    /** Rules that are in force and left out here. */
    older: number;
    /** Numbers, from 1, of the rules that the newest message suspends for itself. */
    suspended: readonly number[];
  };
  /** Corrections that the current request opened with. */
  corrections?: readonly string[];
  /** Digest of replaced tool results. */
  progress?: string;
  /** What the request has outgrown, in sentences. */
  slice?: readonly string[];
}

/** The sections that have something to say, in their order; empty when there is none. */
export function requestBlock(sections: BlockSections): string {
  return [
    constraintLines(sections.constraints),
    correctionLines(sections.corrections),
    progressLines(sections.progress),
    sliceLines(sections.slice),
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function constraintLines(constraints: BlockSections["constraints"]): string[] {
  if (!constraints || constraints.rules.length === 0) return [];
  const { rules, older, suspended } = constraints;
  return [
    "[harness:constraints]",
    "Rules the developer stated in this session. They apply to every step until withdrawn:",
    ...rules.map((rule, index) => `${index + 1}. ${rule}`),
    ...(older > 0 ? [`(+${older} older rules: /harness)`] : []),
    ...suspended.map(
      (rule) =>
        `The latest message asks for an exception to rule ${rule}; it covers only what that message names.`,
    ),
  ];
}

function correctionLines(corrections: readonly string[] = []): string[] {
  if (corrections.length === 0) return [];
  return [
    "[harness:corrections]",
    ...corrections.map(
      (text) =>
        `The developer corrected the approach: "${text}". Adopt it, use the simplest design that satisfies it, and do not bring back what was rejected.`,
    ),
  ];
}

function progressLines(progress = ""): string[] {
  if (progress === "") return [];
  return ["[harness:progress]", "Older tool results were replaced by stubs. What they showed:", progress];
}

function sliceLines(signals: readonly string[] = []): string[] {
  return signals.length > 0 ? ["[harness:slice]", ...signals] : [];
}
