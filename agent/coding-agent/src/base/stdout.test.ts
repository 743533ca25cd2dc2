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

  it("writes together what comes in one turn of the event loop, but what fills a pipe at once", async () => {
    const lengths: number[] = [];
    const stdout = new ProtocolStdout(new PassThrough(), (chunk) => {
      lengths.push(chunk.length);
      return true;
    });
    void stdout.write("a\n");
    await Promise.resolve();
    void stdout.write("b\n");
    await new Promise(setImmediate);
    assert.deepEqual(lengths, [4]);
    void stdout.write("c\n");
    void stdout.write("x".repeat(70_000));
    assert.deepEqual(lengths, [4, 70_002]);
    await stdout.flush();
  });

  it("holds back what comes while the reader is slow", async () => {
    const stream = new PassThrough();
    const chunks: string[] = [];
    const stdout = new ProtocolStdout(stream, (chunk) => {
      chunks.push(String(chunk));
      return chunks.length > 1;
    });
    void stdout.write(Buffer.from("a\n"));
    await new Promise(setImmediate);
    const waiting = stdout.write("b\n");
    assert.ok(waiting instanceof Promise);
    assert.deepEqual(chunks, ["a\n"]);
    stream.emit("drain");
    await waiting;
    assert.deepEqual(chunks, ["a\n", "b\n"]);
  });
});
