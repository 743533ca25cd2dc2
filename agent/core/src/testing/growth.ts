const small = 2_500;
const large = 20_000;
const rounds = 3;

/**
 * How many times longer a text of 20,000 characters takes than the same amount in pieces of 2,500: about 1
 * for linear work, 8 for quadratic work. Both are measured in one run, the best of several rounds.
 */
export function growth(piece: string, read: (text: string) => unknown): number {
  const text = piece.repeat(Math.ceil(large / piece.length));
  const shortText = text.slice(0, small);
  const longText = text.slice(0, large);
  const repeats = large / small;
  let shortBest = Infinity;
  let longBest = Infinity;
  for (let round = 0; round < rounds; round++) {
    shortBest = Math.min(
      shortBest,
      duration(() => {
        for (let count = 0; count < repeats; count++) read(shortText);
      }),
    );
    longBest = Math.min(
      longBest,
      duration(() => read(longText)),
    );
  }
  return longBest / shortBest;
}

function duration(work: () => unknown): number {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start);
}
