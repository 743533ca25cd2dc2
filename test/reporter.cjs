// Mocha reporter: dots and failures while it runs, and one machine-readable last line. A test that
// passed only at its second try is named with its first error, so that it can be mended.
const Mocha = require("mocha");

class Reporter extends Mocha.reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    const retried = [];
    // At once: a run that is stopped has no summary.
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (test, error) => {
      process.stdout.write(
        `\nfailed: ${test.fullTitle()}\n  ${String(error?.stack ?? error).slice(0, 3000)}\n`,
      );
    });
    runner.on(Mocha.Runner.constants.EVENT_TEST_RETRY, (test, error) => {
      retried.push(`tried again: ${test.fullTitle()}\n  ${String(error?.stack ?? error).slice(0, 1500)}\n`);
    });
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      for (const text of retried) process.stdout.write(text);
      const { passes, failures, pending } = this.stats;
      const skipped = pending > 0 ? `, ${pending} skipped` : "";
      process.stdout.write(`${passes} passed, ${failures} failed${skipped}\n`);
    });
  }
}

module.exports = Reporter;
