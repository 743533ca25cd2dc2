import assert from "node:assert/strict";
import type { RpcEvent } from "@relay-harness/protocol";
import { longStory, pageOf } from "./support/longStory.ts";
import { openView } from "./support/openView.ts";
import type { View } from "./support/openView.ts";
import { mainThreadSteps } from "./support/steps.ts";
import { Story } from "./support/story.ts";

/** Figures for people; the assertions are about counts and ratios. */
function print(line: string): void {
  process.stdout.write(`      ${line}\n`);
}

describe("a session of 5,000 entries", function () {
  this.timeout(300_000);
  // Each test goes on from where the one before it has left the view.
  this.retries(0);
  const { entries } = longStory(5000);
  let view: View;

  before(async () => {
    view = await openView({
      prepare: (host) => {
        host.answer("entries/page", (params) => pageOf(entries, params));
        host.onReady = () => host.open(entries.slice(-50), { hasMore: true });
      },
    });
    await view.page
      .getByText(/^Answer \d+/)
      .last()
      .waitFor();
  });
  after(async () => {
    await view.close();
  });

  const nodes = (): Promise<number> => view.page.evaluate(() => document.querySelectorAll("*").length);
  const turns = (): Promise<number> => view.page.locator("[data-turn]").count();
  const atEnd = (): Promise<boolean> =>
    view.page.evaluate(() => {
      const log = document.querySelector('[role="log"]')!;
      return log.scrollHeight - log.scrollTop - log.clientHeight < 2;
    });

  it("vscode.md 11: shows its end with one page", async () => {
    const first = await view.page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    );
    print(`first paint after ${Math.round(first ?? 0)} ms, ${await nodes()} nodes`);
    assert.equal(view.host.count("entries/page"), 0);
    assert.equal(await atEnd(), true);
    assert.equal(await view.page.getByText(`Prompt 1250:`).count(), 1);
  });

  it("vscode.md 11: draws one screen, and the rest of the page when that is seen", async () => {
    const one = await openView();
    await one.page.evaluate(() => {
      globalThis.requestIdleCallback = (complete) => {
        Object.assign(globalThis, { complete });
        return 1;
      };
    });
    await one.host.open(entries.slice(-50), { hasMore: true });
    const mounted = one.page.locator("[data-turn]");
    await mounted.last().waitFor();
    const first = await mounted.count();
    await one.page.evaluate("complete()");
    await one.page.getByText("Prompt 1239:").waitFor();
    assert.ok(first * 3 <= (await mounted.count()), `${first} of ${await mounted.count()} turns`);
    await one.close();
  });

  it("vscode.md 4: pages in older entries and keeps the view where it is, within its bounds", async () => {
    const { page, host } = view;
    await page.getByRole("log").hover();
    let most = 0;
    const jumps: string[] = [];
    for (let step = 0; step < 120 && host.count("entries/page") < 12; step++) {
      const before = await firstVisible(view);
      await page.mouse.wheel(0, -700);
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const after = await firstVisible(view);
      most = Math.max(most, await turns());
      // A wheel turn of less than a screen never skips more than the turns of that screen.
      if (before - after > 6 || after > before) jumps.push(`${before} -> ${after}`);
    }
    print(
      `${host.count("entries/page")} pages, at most ${most} turns and ${await nodes()} nodes in the document`,
    );
    assert.ok(host.count("entries/page") >= 12);
    assert.deepEqual(jumps, []);
    assert.ok(most <= 134, `${most} turns are mounted`);
    assert.ok((await nodes()) < 20_000);
  });

  it("vscode.md 5: does not move for what is added below, and offers the way there", async () => {
    const { page, host } = view;
    const before = await firstVisible(view);
    const story = new Story();
    story.asks("And now?").says("Done.");
    await host.events(...story.take().map(renamed));
    assert.equal(await firstVisible(view), before);
    await page.getByRole("button", { name: "2 new" }).click();
    await page.getByText("And now?").waitFor();
    assert.equal(await atEnd(), true);
    assert.equal(await page.getByRole("button", { name: /new$/ }).count(), 0);
  });

  it("vscode.md 11: a step of streaming costs the same as in a short session", async () => {
    const short = await openView();
    await short.host.open(entries.slice(-20));
    const costs: Record<string, number> = {};
    for (const [name, one] of [
      ["short", short],
      ["long", view],
    ] as const) {
      const steps = await streamSteps(one);
      costs[name] = p95(steps);
      print(
        `${name}: p95 ${costs[name].toFixed(1)} ms, worst ${Math.max(...steps).toFixed(1)} ms of ${steps.length} steps`,
      );
    }
    await short.close();
    assert.ok(costs["long"]! < 3 * costs["short"]! + 2, JSON.stringify(costs));
  });

  it("vscode.md 11: does not grow with further turns", async () => {
    const { host, page } = view;
    const sizes: number[] = [];
    const perBatch = 50;
    for (let turn = 0; turn < 1000; turn += perBatch) {
      const events: RpcEvent[] = [];
      for (let serial = turn; serial < turn + perBatch; serial++) {
        const story = new Story();
        story.asks(`More ${serial}`).says("A longer answer.\n\nWith two paragraphs.");
        events.push(...story.take().map((event) => renamed(event, serial)));
      }
      await host.events(...events);
      if (turn === 300 || turn === 950) sizes.push(await heapOf(view));
    }
    const [early = 0, late = 0] = sizes;
    print(`heap ${(early / 1e6).toFixed(1)} MB after 300 turns, ${(late / 1e6).toFixed(1)} MB after 1,000`);
    assert.ok(late < early * 1.25, `${early} -> ${late}`);
    assert.ok((await nodes()) < 20_000);
    assert.equal(await page.getByText("More 999").count(), 1);
  });

  async function streamSteps(one: View): Promise<number[]> {
    const story = new Story();
    story
      .asks("Stream")
      .says(`${"Words that stream, with `code` and **weight**, line after line.\n\n".repeat(120)}`);
    const events = story.take().map((event) => renamed(event, 7777));
    const perBatch = 3;
    return mainThreadSteps(one, async () => {
      for (let start = 0; start < Math.min(events.length, 450); start += perBatch) {
        await one.host.events(...events.slice(start, start + perBatch));
      }
    });
  }
});

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

/** Ids of a story of its own must not meet those of the session. */
function renamed(event: RpcEvent, serial = 0): RpcEvent {
  return JSON.parse(
    JSON.stringify(event).replace(/"(e\d{7}|call_\d+)"/g, (_, id: string) => `"x${serial}-${id}"`),
  ) as RpcEvent;
}

/** Number of the first prompt whose turn is in view. */
async function firstVisible({ page }: View): Promise<number> {
  return page.evaluate(() => {
    const top = document.querySelector('[role="log"]')!.getBoundingClientRect().top;
    for (const turn of document.querySelectorAll("[data-turn]")) {
      if (turn.getBoundingClientRect().bottom > top)
        return Number(/Prompt (\d+)/.exec(turn.textContent ?? "")?.[1]);
    }
    return 0;
  });
}

async function heapOf({ page }: View): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}
