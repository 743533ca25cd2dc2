const timeoutMs = 15_000;
const maxBytes = 1024 * 1024;
const readableTypes = /^(?:text\/|application\/(?:json|xml|xhtml\+xml|[\w.+-]+\+(?:json|xml))\b)/iu;

/** Text behind a link; of a long answer, the beginning. Throws what kept it from being read. */
export async function readLink(link: string, signal?: AbortSignal): Promise<string> {
  const limit = AbortSignal.timeout(timeoutMs);
  const response = await fetch(link, {
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    headers: { accept: "text/html, text/*, application/json" },
  }).catch((cause: unknown) => {
    if (limit.aborted) throw new Error(`no answer within ${timeoutMs / 1000} s`, { cause });
    throw new Error(reasonOf(cause), { cause });
  });
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
