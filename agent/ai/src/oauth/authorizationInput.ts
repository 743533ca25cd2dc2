export interface AuthorizationInput {
  code?: string;
  state?: string;
}

/** Reads what a user pastes after a sign-in: the address he was sent to, `code#state`, a query, or the code. */
export function parseAuthorizationInput(text: string): AuthorizationInput {
  const input = text.trim();
  if (input === "") return {};
  if (/^https?:\/\//i.test(input) && URL.canParse(input)) return fromQuery(new URL(input).searchParams);
  if (/(?:^|[?&])code=/.test(input)) return fromQuery(new URLSearchParams(input.replace(/^.*\?/, "")));
  const [code = "", state] = input.split("#");
  return { ...(code !== "" && { code }), ...(state && { state }) };
}

function fromQuery(query: URLSearchParams): AuthorizationInput {
  const code = query.get("code");
  const state = query.get("state");
  return { ...(code && { code }), ...(state && { state }) };
}
