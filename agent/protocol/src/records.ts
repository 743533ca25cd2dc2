/** Descriptions of what Relay writes, for tests and clients; apart from the main entry for their size. */
export { describeEntryProblem, describeRecordProblem } from "./describeRecordProblem.ts";
export {
  eventSchemas,
  recordDefs,
  responseSchemas,
  sessionHeaderSchema,
  uiRequestSchemas,
} from "./recordSchemas.generated.ts";
