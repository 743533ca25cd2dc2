import { createHash, randomBytes } from "node:crypto";

export interface Pkce {
  verifier: string;
  /** S256. */
  challenge: string;
}

/** A secret of one sign-in and what the server is told of it (RFC 7636). */
export function generatePKCE(): Promise<Pkce> {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return Promise.resolve({ verifier, challenge });
}
