import type { DocumentLanguage } from "./questionnaire.ts";

/** What `/intake` was called with, until its questionnaire is written. */
export interface PendingIntake {
  language: DocumentLanguage;
  description: string;
  /** As given by `--out`. */
  out?: string;
}

/** Lets the tool know what its command was told. */
export class IntakeState {
  pending: PendingIntake | undefined;
}
