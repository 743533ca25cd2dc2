import type { SourceInfo } from "@relay-harness/protocol";

/** Where a resource came from, beside its path. */
export type ResourceOrigin = Omit<SourceInfo, "path">;

/** Source of something that is no file which Relay found: given by a program, or made up by it. */
export function createSyntheticSourceInfo(
  path: string,
  {
    source,
    scope = "temporary",
    origin = "top-level",
    baseDir,
  }: Pick<SourceInfo, "source"> & Partial<ResourceOrigin>,
): SourceInfo {
  return { path, source, scope, origin, ...(baseDir !== undefined && { baseDir }) };
}
