/** Something about a package that its user can do something about. */
export class PackageError extends Error {
  override readonly name = "PackageError";

  static is(error: unknown): error is PackageError {
    return error instanceof PackageError;
  }
}
