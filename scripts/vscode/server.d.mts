export function serverProblem(): string | undefined;
interface Server {
  url: string;
  authority: string;
  stop(): Promise<void>;
  output: string[];
}
export function startServer(options: {
  dataFolder: string;
  env?: Record<string, string>;
  asksForTrust?: boolean | undefined;
}): Promise<Server>;
export function addExtension(path: string, options: { dataFolder: string }): string;
