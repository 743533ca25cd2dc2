import { Container } from "./tui/components.ts";

type Namespace = Readonly<Record<string | symbol, unknown>>;

/** What a full-screen terminal UI is made of: messages, tool calls, selectors, the footer. */
const componentName = /^[A-Z]\w*Component$/;

/**
 * A package with an empty container for each component class that it does not have. Relay has no screen of
 * such components; extensions that inherit from one, or change how one draws, shall load all the same.
 */
export function withUiPlaceholders(namespace: Namespace): Namespace {
  const placeholders = new Map<string, typeof Container>();
  const placeholder = (name: string): typeof Container => {
    const known = placeholders.get(name) ?? { [name]: class extends Container {} }[name] ?? Container;
    placeholders.set(name, known);
    return known;
  };
  // A namespace itself may not answer for names that it does not have.
  return new Proxy(Object.create(null) as Namespace, {
    get: (_target, name) => {
      const isMissing = typeof name === "string" && !(name in namespace) && componentName.test(name);
      return isMissing ? placeholder(name) : namespace[name];
    },
    has: (_target, name) => name in namespace,
    ownKeys: () => Reflect.ownKeys(namespace),
    getOwnPropertyDescriptor: (_target, name) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(namespace, name);
      return descriptor && { ...descriptor, configurable: true };
    },
  });
}
