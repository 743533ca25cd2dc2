import type { Readable } from "node:stream";
import { encodeRecord, JsonlDecoder, type DecodedRecord } from "@relay-harness/protocol";
import { takeStdout, type ProtocolStdout } from "../../base/stdout.ts";
import { classifyLine } from "./classifyLine.ts";

/** The rules read no more of a text than its beginning. */
const maxLineBytes = 4 * 1024 * 1024;

/** Answers the lines of `input`, each as soon as it is there, until its end or that of the reader. */
export async function classifyStream(input: Readable, stdout: ProtocolStdout = takeStdout()): Promise<void> {
  const decoder = new JsonlDecoder({ maxBytes: maxLineBytes });
  // A reader such as `head` goes away when it has enough: nothing to report, nothing more to read.
  stdout.onClosed = () => input.destroy();
  try {
    for await (const chunk of input) await answer(decoder.push(chunk as Buffer), stdout);
    await answer(decoder.end(), stdout);
  } catch (error) {
    if (!stdout.isClosed) throw error;
  }
  await stdout.flush();
}

async function answer(records: readonly DecodedRecord[], stdout: ProtocolStdout): Promise<void> {
  for (const record of records) {
    if (stdout.isClosed) return;
    if (record.kind === "oversize") {
      await stdout.write(encodeRecord({ error: `a line may have ${maxLineBytes} bytes` }));
    } else if (record.text.trim() !== "") {
      await stdout.write(encodeRecord(await classifyLine(record.text)));
    }
  }
}
