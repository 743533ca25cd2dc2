// What sign-ins are made of.
export { pollDeviceToken, type DevicePollOptions, type DevicePollResult } from "./oauth/deviceCode.ts";
export {
  startCallbackServer,
  type CallbackServer,
  type CallbackServerOptions,
} from "./oauth/callbackServer.ts";
export { parseAuthorizationInput, type AuthorizationInput } from "./oauth/authorizationInput.ts";
export { generatePKCE, type Pkce } from "./oauth/pkce.ts";
