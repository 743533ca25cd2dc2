import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { ProtocolStdout } from "./stdout.ts";

describe("ProtocolStdout", () => {
  it("writes texts of one tick together and bytes as they are, in order", async () => {
    const chunks: string[] = [];
    const stdout = new ProtocolStdout(new PassThrough(), (chunk) => {
      chunks.push(typeof chunk === "string" ? `text ${chunk}` : `bytes ${Buffer.from(chunk).toString()}`);
      return true;
    });
    for (const line of ["a\n", "b\n", Buffer.from("c\n"), Buffer.from("d\n"), "e\n"]) void stdout.write(line);
    await stdout.flush();
    assert.deepEqual(chunks, ["text a\nb\n", "bytes c\n", "bytes d\n", "text e\n"]);
  });

  it("holds back what comes while the reader is slow", async () => {
    const stream = new PassThrough();
    const chunks: string[] = [];
    const stdout = new ProtocolStdout(stream, (chunk) => {
      chunks.push(String(chunk));
      return chunks.length > 1;
    });
    void stdout.write(Buffer.from("a\n"));
    await Promise.resolve();
    const waiting = stdout.write("b\n");
    assert.ok(waiting instanceof Promise);
    assert.deepEqual(chunks, ["a\n"]);
    stream.emit("drain");
    await waiting;
    assert.deepEqual(chunks, ["a\n", "b\n"]);
  });
});
