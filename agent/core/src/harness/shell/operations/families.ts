import { cloudFamily } from "./cloud.ts";
import { deletionFamily } from "./deletions.ts";
import { deployFamily } from "./deploy.ts";
import { diskFamily } from "./disks.ts";
import { dockerFamily } from "./docker.ts";
import type { Detector, Family } from "./finding.ts";
import { gitFamily } from "./git.ts";
import { githubFamily } from "./github.ts";
import { httpFamily } from "./http.ts";
import { infrastructureFamily } from "./infrastructure.ts";
import { installFamily } from "./installs.ts";
import { kubernetesFamily } from "./kubernetes.ts";
import { mailFamily } from "./mail.ts";
import { packageFamily } from "./packages.ts";
import { remoteFamily } from "./remote.ts";
import { sqlFamily } from "./sql.ts";
import { systemFamily } from "./system.ts";
import { writeFamily } from "./writes.ts";

/** A program may belong to several: `rsync` writes here and uploads, `dotnet` publishes and drops. */
const families: readonly Family[] = [
  gitFamily,
  deletionFamily,
  writeFamily,
  diskFamily,
  sqlFamily,
  dockerFamily,
  kubernetesFamily,
  infrastructureFamily,
  cloudFamily,
  deployFamily,
  packageFamily,
  installFamily,
  githubFamily,
  httpFamily,
  remoteFamily,
  mailFamily,
  systemFamily,
];

/** Every detector of a program. */
export function detectorsOf(program: string): readonly Detector[] {
  return families.flatMap((family) => (Object.hasOwn(family, program) ? (family[program] ?? []) : []));
}
