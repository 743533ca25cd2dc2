import type { Handlers } from "./handler.ts";

/** Settings of the user and the project. */
export const settingsHandlers: Handlers<"get_settings" | "set_setting" | "set_resource_enabled"> = {
  get_settings: (_, { session }) => session.settingsControl.report(),
  set_setting: ({ scope, key, value }, { session }) => session.settingsControl.set(scope, key, value),
  set_resource_enabled: (request, { session }) => session.setResourceEnabled(request),
};
