// Asks a classifier how you sound, a chat model for a word, and an image model for a picture.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

const question = {
  type: "bool",
  instructions: "Is the writer happy?",
  criteria: { true: "happy", false: "not happy" },
} as const;

export default function (relay: ExtensionAPI) {
  // A classifier that needs no server, so that the command works as it is.
  relay.registerProvider("words", {
    ...{ name: "Words", baseUrl: "http://localhost", apiKey: "none" },
    models: [{ id: "words", type: "classifier", api: "words" }],
    classifiers: {
      words: {
        classify: ({ api, provider, id }, { state }) => {
          const probability = /great|thanks|love/i.test(JSON.stringify(state)) ? 0.9 : 0.2;
          const answers = { happy: { type: "bool", probability } } as const;
          return Promise.resolve({ api, provider, model: id, answers, stopReason: "stop" });
        },
      },
    },
  });
  relay.registerCommand("mood", {
    description: "How does a text sound?",
    handler: async (text, { modelRegistry: models, model, ui }) => {
      const classifier =
        models.findOfType("classifier", "words", "words") ??
        (await models.getAvailableOfType("classifier"))[0];
      if (!classifier) return ui.notify("There is no classifier.", "warning");
      const { answers } = await models.classify(classifier, {
        state: { text },
        questions: { happy: question },
      });
      const answer = answers.happy;
      ui.notify(answer?.type === "bool" && answer.probability > 0.5 ? "happy" : "not happy");
      const [painter] = models.getModelsOfType("image");
      if (!painter || !models.getModelOfType("image", painter.provider, painter.id)) return;
      const { output } = await models.generateImages(painter, { input: [{ type: "text", text }] });
      ui.notify(`${output.length} images`);
      if (!model) return;
      const prompt = { messages: [{ role: "user" as const, content: `One word: ${text}`, timestamp: 0 }] };
      for await (const event of models.stream(model, prompt)) if (event.type === "done") ui.notify("asked");
      await models.streamSimple(model, prompt).result();
    },
  });
}
