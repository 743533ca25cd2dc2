// Mocha reporter: dots while it runs, failures in full, and one machine-readable last line.
const Mocha = require("mocha");

class Reporter extends Mocha.reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      const skipped = pending > 0 ? `, ${pending} skipped` : "";
      process.stdout.write(`${passes} passed, ${failures} failed${skipped}\n`);
    });
  }
}

module.exports = Reporter;
