export function packExtension(packagePath: string): Promise<void>;
