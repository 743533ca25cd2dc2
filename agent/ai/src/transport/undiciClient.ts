// The part of undici that requests need. The package's index also loads a fetch implementation, web
// sockets, caches and mocks: three times the code, at every first request.
import Agent from "undici/lib/dispatcher/agent.js";
import request from "undici/lib/api/api-request.js";

export { Agent, request };
