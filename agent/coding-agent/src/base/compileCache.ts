/**
 * Keeps compiled code between starts where Node can (22.1 and newer): a second start then compiles
 * nothing. `NODE_DISABLE_COMPILE_CACHE=1` switches it off.
 */
export function enableCompileCache(): void {
  const enable: unknown = Reflect.get(process.getBuiltinModule("node:module"), "enableCompileCache");
  if (typeof enable === "function") enable();
}
