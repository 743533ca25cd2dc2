import type { View } from "./openView.ts";

interface TraceEvent {
  name: string;
  tid: number;
  ph: string;
  dur?: number;
  args?: { name?: string };
}

/** Durations in milliseconds of what the document's main thread did during `work`, idle tasks left out. */
export async function mainThreadSteps(view: View, work: () => Promise<void>): Promise<number[]> {
  const session = await view.page.context().newCDPSession(view.page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const categories = "toplevel,devtools.timeline,__metadata";
  // Tracing is the browser's: every page that is open is in it, so others have to be quiet.
  await session
    .send("Tracing.start", { categories, transferMode: "ReportEvents" } as never)
    .catch(() => undefined);
  await work();
  const complete = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()));
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  const main = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ tid }) => tid),
  );
  return events
    .filter(({ name, ph, tid }) => ph === "X" && main.has(tid) && /RunTask$/.test(name))
    .map(({ dur = 0 }) => dur / 1000)
    .filter((ms) => ms > 0.3);
}
