// Runs in each document of the window before its own scripts, as it stands here. Writes down what the figures
// are made of, in `relayFacts`:
//   conversationAt   when the conversation was drawn with a row in it, in milliseconds since 1970
//   callbacks        how often timers and animation frames of this document have called back
//   longestResize    longest time from a change of size to the end of the frame that shows it, in milliseconds,
//                    since `watchResizes` was called
{
  const facts = {
    callbacks: 0,
    longestResize: 0,
    watchResizes: () => {
      addEventListener("resize", () => {
        const begin = performance.now();
        afterFrame(() => (facts.longestResize = Math.max(facts.longestResize, performance.now() - begin)));
      });
    },
  };
  globalThis.relayFacts = facts;
  const pause = globalThis.setTimeout.bind(globalThis);
  const nextFrame = globalThis.requestAnimationFrame.bind(globalThis);
  const afterFrame = (callback) => {
    nextFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = callback;
      port2.postMessage(null);
    });
  };
  for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"]) {
    const schedule = globalThis[name].bind(globalThis);
    globalThis[name] = (handler, ...rest) =>
      schedule(
        (...values) => {
          facts.callbacks++;
          handler(...values);
        },
        ...rest,
      );
  }
  // The editor writes its documents anew, which takes listeners, observers and frames away: timers go on.
  const lookEveryMs = 4;
  const lookUntil = performance.now() + 20_000;
  const look = () => {
    if (document.querySelector('[role="log"] article')) {
      afterFrame(() => (facts.conversationAt = performance.timeOrigin + performance.now()));
    } else if (performance.now() < lookUntil) pause(look, lookEveryMs);
  };
  if (parent !== globalThis) look();
}
