import type { DocumentLanguage } from "./questionnaire.ts";

/** What `/intake` was called with. */
export interface PendingIntake {
  language: DocumentLanguage;
  description: string;
  /** As given by `--out`. */
  out?: string;
  /** Why the last call of the tool wrote nothing. */
  failure?: string;
}

/** Lets the tool know what its command was told, in the run of that command and in no other. */
export class IntakeState {
  /** Until the questionnaire is written or the run has settled. */
  pending: PendingIntake | undefined;
}
