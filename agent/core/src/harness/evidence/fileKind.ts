const docExtension =
  /\.(md|mdx|markdown|txt|rst|adoc|org|pdf|docx|png|jpe?g|gif|svg|webp|ico|bmp|avif|tiff?|heic)$/;
const docName = /^(license|notice|changelog|authors|contributing|readme)$/;
// Text by their ending, input of a build or a server all the same.
const codeInTextFile = /^(requirements.*\.txt|constraints.*\.txt|cmakelists\.txt|robots\.txt)$/;
const lockName = /^(.*\.lock|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum)$/;

/** Whether a changed file needs a check after it (`code`) or not (`doc`). Only the name decides. */
export function fileKind(path: string): "code" | "doc" {
  const name = baseName(path);
  if (codeInTextFile.test(name)) return "code";
  return docExtension.test(name) || docName.test(name) ? "doc" : "code";
}

/** Lock files follow from another change; neither evidence nor slices count them. */
export function isLockFile(path: string): boolean {
  return lockName.test(baseName(path));
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
}
