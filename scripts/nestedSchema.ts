import { isJsonObject } from "@relay-harness/protocol";
import type { JsonSchema } from "@relay-harness/protocol";

/** A schema whose keys are dotted, as one of the file that nests them: for editors that complete such files. */
export function nestedSchema(schema: JsonSchema): JsonSchema {
  const result: JsonSchema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: {},
  };
  for (const [key, member] of Object.entries(propertiesOf(schema))) {
    const steps = key.split(".");
    const last = steps.pop() ?? key;
    let object = result;
    for (const step of steps) {
      const properties = propertiesOf(object);
      properties[step] ??= { type: "object", properties: {} };
      object = properties[step];
      object["properties"] ??= {};
    }
    propertiesOf(object)[last] = member;
  }
  return result;
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const properties = schema["properties"];
  // Members of a schema's properties are schemas.
  return isJsonObject(properties) ? (properties as Record<string, JsonSchema>) : {};
}
