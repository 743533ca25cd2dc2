import type { Readable } from "node:stream";
import { encodeRecord, JsonlDecoder, type DecodedRecord } from "@relay-harness/protocol";
import { takeStdout, type ProtocolStdout } from "../../base/stdout.ts";
import { classifyLine, type ClassifyAnswer } from "./classifyLine.ts";

/** The rules read no more of a text than its beginning. */
const maxLineBytes = 4 * 1024 * 1024;

/**
 * Answers the lines of `input`, each as soon as it is there, until its end or that of the reader. True: every
 * line could be answered.
 */
export async function classifyStream(
  input: Readable,
  stdout: ProtocolStdout = takeStdout(),
): Promise<boolean> {
  let isGood = true;
  const answerAll = async (records: readonly DecodedRecord[]): Promise<void> => {
    for (const record of records) {
      if (stdout.isClosed) return;
      const answer = await answerTo(record);
      if (!answer) continue;
      if ("error" in answer) isGood = false;
      await stdout.write(encodeRecord(answer));
    }
  };
  const decoder = new JsonlDecoder({ maxBytes: maxLineBytes });
  // A reader such as `head` goes away when it has enough: nothing to report, nothing more to read.
  stdout.onClosed = () => input.destroy();
  try {
    for await (const chunk of input) await answerAll(decoder.push(chunk as Buffer));
    await answerAll(decoder.end());
  } catch (error) {
    if (!stdout.isClosed) throw error;
  }
  await stdout.flush();
  return isGood;
}

/** Nothing for an empty line. */
async function answerTo(record: DecodedRecord): Promise<ClassifyAnswer | undefined> {
  if (record.kind === "oversize") return { error: `a line may have ${maxLineBytes} bytes` };
  return record.text.trim() === "" ? undefined : classifyLine(record.text);
}
