/** First turn in view, and where its top is, in pixels below that of the log. */
export interface TopTurn {
  readonly turnId: string;
  readonly offset: number;
}

export function topTurn(log: HTMLElement): TopTurn | null {
  const top = log.getBoundingClientRect().top;
  for (const element of log.querySelectorAll<HTMLElement>("[data-turn]")) {
    const box = element.getBoundingClientRect();
    const turnId = element.dataset["turn"];
    if (box.bottom > top && turnId !== undefined) return { turnId, offset: box.top - top };
  }
  return null;
}

/** Scrolls so that a turn is where it was. The browser would do so too, and by estimated heights. */
export function holdAt(log: HTMLElement, { turnId, offset }: TopTurn): void {
  const element = log.querySelector<HTMLElement>(`[data-turn="${CSS.escape(turnId)}"]`);
  if (!element) return;
  const moved = element.getBoundingClientRect().top - log.getBoundingClientRect().top - offset;
  if (Math.abs(moved) < 1) return;
  log.style.overflowAnchor = "none";
  log.scrollTop += moved;
  requestAnimationFrame(() => (log.style.overflowAnchor = ""));
}

/** Frames in which turns around a new place get their real heights. */
const settlingFrames = 4;

/** Holds a turn where it is until what is around it has been laid out, or the reader moves on. */
export function holdThrough(log: HTMLElement, turn: TopTurn): void {
  let left = settlingFrames;
  const stop = (): void => {
    left = 0;
  };
  const moves = ["wheel", "pointerdown", "keydown"] as const;
  for (const name of moves) log.addEventListener(name, stop, { passive: true });
  const step = (): void => {
    if (left > 0) holdAt(log, turn);
    if (left-- > 0) requestAnimationFrame(step);
    else for (const name of moves) log.removeEventListener(name, stop);
  };
  step();
}
