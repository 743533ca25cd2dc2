/** Version that Relay names to servers. A test keeps it equal to the package's. */
export const relayVersion = "0.1.0";

/** `relay/1.0.0 (linux; node/22.10.0; x64)` (models.md §2.5). */
export function userAgent(version = relayVersion): string {
  return `relay/${version} (${process.platform}; node/${process.versions.node}; ${process.arch})`;
}
