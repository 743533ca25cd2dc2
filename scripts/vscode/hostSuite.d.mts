export function runHostSuite(options: {
  folder: string;
  dataFolder: string;
  env?: Record<string, string>;
}): Promise<{
  passes: string[];
  failures: { title: string; message: string }[];
  figures: { label: string; value: number; bar: number; unit: string }[];
}>;
