import { useApp } from "../app.ts";

/** Whether something is open: as the user left it, else as `byDefault` says. */
export function useFold(key: string, byDefault: boolean): [isOpen: boolean, set: (isOpen: boolean) => void] {
  const { memory } = useApp();
  const isOpen = memory.folds.value[key] ?? byDefault;
  return [isOpen, (next) => memory.setFold(key, next)];
}
