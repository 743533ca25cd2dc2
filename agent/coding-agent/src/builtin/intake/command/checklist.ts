/** What a request has to say before it can be built: the gaps that a questionnaire closes (seeds/intake.md). */
export const checklist: readonly string[] = [
  "Which thing exactly: every place in the code that the request could mean, offered as choices",
  "Today versus wanted: what happens now, and what should happen instead",
  "Inputs: what people enter or choose, and which of it changes",
  "Expected results: a table to fill with real cases, at least one of them unusual",
  "Rules and exceptions: when it does not apply, limits, rounding, special people or products",
  "People affected: who uses it, who approves it, who must not see it",
  "Ripple effects: other screens, reports, exports and messages that show or use the same thing",
  "Old data: whether past records change too, and then from which date (a follow-up)",
  "Timing: until when it is needed, and whether it starts on a certain day",
  "Messages: what people are told on the screen or by mail, in which words",
  "Check: how the authors will see that the result is right, and who says so",
];
