import { startScriptedModel, type ScriptedModel } from "../fakes/scriptedModel.ts";
import { configureFakeModel, createWorkspace, type Workspace } from "./workspace.ts";

export interface ScriptedPlace {
  readonly workspace: Workspace;
  /** Configured as the only model there. */
  readonly model: ScriptedModel;
}

export interface ScriptedSuiteOptions {
  /** What the model answers, as of `startScriptedModel`. */
  model?: Parameters<typeof startScriptedModel>;
  settings?: object;
}

/** A new workspace with a scripted model for each test of the current `describe`, handed to `use`. */
export function useScriptedModel(
  use: (place: ScriptedPlace) => void,
  { model: script = [], settings = {} }: ScriptedSuiteOptions = {},
): void {
  let place: ScriptedPlace;
  beforeEach(async () => {
    place = { workspace: createWorkspace(), model: await startScriptedModel(...script) };
    configureFakeModel(place.workspace, place.model.baseUrl, settings);
    use(place);
  });
  afterEach(async () => {
    await place.model.close();
    place.workspace.dispose();
  });
}
