import assert from "node:assert/strict";
import type { Model } from "@relay-harness/protocol";
import { findStandInModel } from "./standIn.ts";
import { useModelRuntimes } from "../../../../test/support/modelRuntimes.ts";

describe("stand-in model", () => {
  const runtimes = useModelRuntimes();
  const local = { provider: "ollama", name: "Ollama", baseUrl: "http://127.0.0.1:1/v1", models: ["a", "b"] };
  const reference = (model: Model | undefined): string | undefined =>
    model && `${model.provider}/${model.id}`;

  it("models.md 80: is the guide when nothing answers, and available only while selected", async () => {
    const runtime = await runtimes.create();
    const findServer = (): Promise<undefined> => Promise.resolve(undefined);
    const guide = await findStandInModel(runtime, { findServer });
    assert.equal(reference(guide), "offline/guide");
    assert.deepEqual(runtime.getAvailable(), []);
    assert.deepEqual(runtime.getAvailable(guide), [guide]);
  });

  it("models.md 80: is the first model of a local server", async () => {
    const runtime = await runtimes.create();
    const model = await findStandInModel(runtime, { findServer: () => Promise.resolve(local) });
    assert.equal(reference(model), "ollama/a");
    assert.deepEqual(
      runtime.getAvailable().map(({ id }) => id),
      ["a", "b"],
    );
  });

  it("models.md 80: nothing is asked with a usable key, without permission or offline", async () => {
    const findServer = (): Promise<typeof local> => assert.fail("must not be asked");
    const withKey = await runtimes.create({}, { env: { GROQ_API_KEY: "k" } });
    assert.equal(await findStandInModel(withKey, { findServer }), undefined);
    const without = await runtimes.create();
    assert.equal(await findStandInModel(without, { findServer, offlineModel: false }), undefined);
    assert.equal(
      reference(await findStandInModel(without, { findServer, isOffline: true })),
      "offline/guide",
    );
  });
});
