/** The same type with aliases, interfaces and intersections written out. */
export type Plain<T> = T extends readonly (infer E)[]
  ? Plain<E>[]
  : T extends object
    ? { [K in keyof T]: Plain<T[K]> }
    : T;

/** `true` when both types have the same members, optional ones included. */
export type IsSame<A, B> =
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;

/** Static types of schemas by name, compared with what the vocabulary gives for the same names. */
export type Comparison<Schemas extends Record<keyof Vocabulary, { static: unknown }>, Vocabulary> = {
  [K in keyof Vocabulary]: IsSame<Schemas[K]["static"], Vocabulary[K]>;
};

/** Fits a `Comparison` only when each of its members is `true`: else the call does not compile. */
export function allTrue<K extends string>(keys: readonly K[]): Record<K, true> {
  return Object.fromEntries(keys.map((key) => [key, true])) as Record<K, true>;
}
