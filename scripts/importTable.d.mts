export interface Room {
  name: string;
  prefix: string;
  may: string[];
  node: boolean;
  files?: false;
  vscode: boolean;
}

export const rooms: Room[];
export function roomOf(file: string): Room | undefined;
export function importProblem(file: string, target: string): string | undefined;
