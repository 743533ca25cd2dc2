import assert from "node:assert/strict";
import fc from "fast-check";
import { ConstraintLedger } from "./constraints/constraintLedger.ts";
import { detectConstraints } from "./constraints/detectConstraints.ts";
import { retractionsOf } from "./constraints/retractions.ts";
import { detectCorrection } from "./corrections/detectCorrection.ts";
import { clauses } from "./text/clauses.ts";
import { fold } from "./text/fold.ts";
import { lang } from "./text/lang.ts";
import { mask, unmask } from "./text/mask.ts";
import { prose } from "./text/prose.ts";
import { sentences } from "./text/sentences.ts";
import { strip } from "./text/strip.ts";
import { tokens } from "./text/tokens.ts";
import { turnKind } from "./turnKind.ts";

const classifiers: Readonly<Record<string, (text: string) => unknown>> = {
  prose,
  sentences,
  mask,
  fold,
  strip,
  lang,
  tokens,
  clauses,
  detectConstraints: (text) => detectConstraints(text),
  retractionsOf,
  ledger: (text) => {
    const ledger = new ConstraintLedger();
    return [ledger.record(text, "m1"), ledger.exceptions(text)];
  },
  turnKind,
  detectCorrection: (text) => detectCorrection(text, { afterWork: true }),
};

/** Pieces that open something, separate something or repeat something. */
const pieces = [
  "`", "``", "```", '"', "'", "“", "«", "⟦c⟧", "⟦q⟧", "⟦", "~~~\n", "\n", " ", "\t", ".", "…", "?", ";", ",", ", ", ": ", " - ", "—",
  "<file ", "<file>", "</file>", "<skill a>", ">", "$ ", "- ", "**", "no", "no ", "don't ", "never ", "não ", "nunca ", "and ", "but ",
  "use ", "é ", "só ", "a", "todo ", "every ", "if ", "must ", "not ", "instead of ", "constructor", "__proto__", "😀", "\u0301", "src/a.ts",
]; // prettier-ignore

const hostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 120 }).map((parts) => parts.join("")),
);

describe("message classifiers on hostile text", () => {
  for (const [name, classify] of Object.entries(classifiers)) {
    it(`harness.md §1: ${name} never throws and answers the same twice`, () => {
      fc.assert(
        fc.property(hostileText, (text) => {
          assert.deepEqual(classify(text), classify(text));
        }),
        { numRuns: 200 },
      );
    });
  }

  it("harness.md §1: masks always restore the text", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { masked, parts } = mask(text);
        assert.equal(unmask(masked, parts), text);
      }),
    );
  });

  it("harness.md §1: a clause is a piece of its sentence, in order", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        let from = 0;
        for (const clause of clauses(text)) {
          const at = text.indexOf(clause, from);
          assert.notEqual(at, -1);
          from = at + clause.length;
        }
      }),
    );
  });
});

const long = 20_000;
const short = 4_000;
/** Linear time is five times as much, quadratic time twenty-five. */
const maxRatio = 12;
/** Less processor time than this says nothing, in microseconds. */
const floor = 5_000;
const attempts = 3;

function cpuTime(run: () => void): number {
  const start = process.cpuUsage().user;
  run();
  return process.cpuUsage().user - start;
}

describe("message classifiers stay linear", () => {
  const seeds = [
    "x", " ", "`", "'", '"', ".", ". ", "?", ";", ", ", ", no ", " - ", "—", "no ", "no, ", "never, ", "and never ", "don't a ",
    "⟦", "“", "'a ", "*", "\n- ", "<file ", "<file>", "<skill a>\n", "add: don't ", "must not ", "please ", "and ", "no que ",
    "use a, not ", "every a ", "a/", ".a", "too much ", "demasiado ", "wait, ", "não sei por que ", "(",
  ]; // prettier-ignore
  const whole = [
    "prose",
    "sentences",
    "mask",
    "fold",
    "strip",
    "clauses",
    "ledger",
    "turnKind",
    "detectCorrection",
  ];
  for (const name of whole) {
    it(`harness.md §1: ${name}`, () => {
      const classify = classifiers[name]!;
      const grows = (seed: string): boolean => {
        const grow = (length: number): string =>
          `${seed.repeat(Math.ceil(length / seed.length)).slice(0, length)}x`;
        const [little, much] = [grow(short), grow(long)];
        classify(little);
        return (
          cpuTime(() => classify(much)) >
          maxRatio *
            Math.max(
              floor,
              cpuTime(() => classify(little)),
            )
        );
      };
      // A collection of garbage may fall into one measurement, not into all.
      const slow = seeds.filter((seed) => Array.from({ length: attempts }).every(() => grows(seed)));
      assert.deepEqual(slow, []);
    });
  }
});
