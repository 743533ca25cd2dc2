export function runHostSuite(options: {
  folder: string;
  dataFolder: string;
  env?: Record<string, string>;
}): Promise<{ passes: string[]; failures: { title: string; message: string }[] }>;
