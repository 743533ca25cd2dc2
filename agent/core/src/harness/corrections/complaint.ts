import {
  complaintAboutWork,
  complaintAnywhere,
  complaintWithoutSubject,
  fixedComplaint,
  markedPredicate,
  plainPredicate,
} from "../lexicon/complaints.ts";
import { tokens } from "../text/tokens.ts";

/** A bare predicate as long as this says nothing else. */
const maxBarePredicate = 3;

/** `part`: a folded, stripped part of a sentence without final marks. */
export function isComplaint(part: string): boolean {
  if (complaintAboutWork().test(part) || complaintWithoutSubject().test(part)) return true;
  if (markedPredicate().test(part) || fixedComplaint().test(part) || complaintAnywhere().test(part))
    return true;
  return plainPredicate().test(part) && tokens(part).length <= maxBarePredicate;
}
