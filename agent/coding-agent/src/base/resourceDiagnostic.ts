export type ResourceType = "extension" | "skill" | "prompt" | "theme";

/** Two resources of one name: the loser does not count. */
export interface ResourceCollision {
  resourceType: ResourceType;
  name: string;
  winnerPath: string;
  loserPath: string;
  winnerSource?: string;
  loserSource?: string;
}

/** Something about a resource that the user should know (extension-api.md §2.5). */
export interface ResourceDiagnostic {
  type: "warning" | "error" | "collision";
  message: string;
  path?: string;
  collision?: ResourceCollision;
}
