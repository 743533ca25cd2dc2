// Deep paths of undici that are imported on their own; the package types its index only.
declare module "undici/lib/dispatcher/agent.js" {
  export { Agent as default } from "undici";
}

declare module "undici/lib/dispatcher/dispatcher.js" {
  export { Dispatcher as default } from "undici";
}

declare module "undici/lib/dispatcher/proxy-agent.js" {
  export { ProxyAgent as default } from "undici";
}

declare module "undici/lib/api/api-request.js" {
  import type { Dispatcher } from "undici";
  /** Called with the dispatcher as `this`. */
  function request(this: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  export { request as default };
}

declare module "undici/lib/api/api-connect.js" {
  import type { Dispatcher } from "undici";
  const connect: Dispatcher["connect"];
  export { connect as default };
}
