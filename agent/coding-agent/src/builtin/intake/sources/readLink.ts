import { isPrivateHost } from "./privateHosts.ts";

const timeoutMs = 15_000;
const maxBytes = 1024 * 1024;
const maxRedirects = 5;
const readableTypes = /^(?:text\/|application\/(?:json|xml|xhtml\+xml|[\w.+-]+\+(?:json|xml))\b)/iu;

export interface ReadLinkOptions {
  signal?: AbortSignal;
  /** Default: as its addresses say. */
  isPrivate?: (hostname: string) => Promise<boolean>;
}

/** Text behind a link; of a long answer, the beginning. Throws what kept it from being read. */
export async function readLink(
  link: string,
  { signal, isPrivate = isPrivateHost }: ReadLinkOptions = {},
): Promise<string> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await follow(link, {
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      isPrivate,
    });
    return await textOf(response);
  } catch (cause) {
    if (limit.aborted) throw new Error(`no answer within ${timeoutMs / 1000} s`, { cause });
    throw new Error(reasonOf(cause), { cause });
  }
}

/** What stands at the end of its redirects. A link to the world may not lead into the network of who named it. */
async function follow(
  link: string,
  { signal, isPrivate }: Required<Omit<ReadLinkOptions, "signal">> & { signal: AbortSignal },
): Promise<Response> {
  let url = new URL(link);
  const mayBePrivate = await isPrivate(url.hostname);
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const response = await fetch(url, {
      signal,
      redirect: "manual",
      headers: { accept: "text/html, text/*, application/json" },
    });
    const location = response.headers.get("location");
    if (location === null || response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    url = new URL(location, url);
    if (!/^https?:$/u.test(url.protocol)) throw new Error(`it leads to a link of the kind ${url.protocol}`);
    if (!mayBePrivate && (await isPrivate(url.hostname))) {
      throw new Error(`it leads to ${url.hostname}, which is in a private network`);
    }
  }
  throw new Error(`it leads on more than ${maxRedirects} times`);
}

async function textOf(response: Response): Promise<string> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the server answered ${response.status}${needsSignIn(response.status)}`);
  }
  const type = response.headers.get("content-type") ?? "text/plain";
  if (!readableTypes.test(type)) {
    await response.body?.cancel();
    throw new Error(`it is no text, but ${type.slice(0, 100)}`);
  }
  const text = await readText(response);
  if (!/html/iu.test(type)) return text;
  const { pageText } = await import("./pageText.ts");
  return pageText(text);
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the download.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array);
    size += (chunk as Uint8Array).length;
    if (size >= maxBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
}

function needsSignIn(status: number): string {
  return status === 401 || status === 403 ? "; it may need a sign-in, so save the page as a file" : "";
}

/** `fetch` tells what happened only in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
