import { parseHTML } from "linkedom";
import type { PageDocument, PageElement } from "../page/dom.ts";

/** The part of an element that tests look at. */
export interface TestElement extends PageElement {
  readonly localName: string;
  readonly innerHTML: string;
  readonly outerHTML: string;
  getAttribute(name: string): string | null;
  getAttributeNames(): string[];
  querySelector(selector: string): TestElement | null;
  querySelectorAll(selector: string): Iterable<TestElement>;
  click(): void;
}

export interface TestDocument extends PageDocument {
  getElementById(id: string): TestElement | null;
  querySelectorAll(selector: string): Iterable<TestElement>;
}

export function parsePage(html: string): TestDocument {
  // The library describes the same objects with the types of a browser.
  return (parseHTML(html) as unknown as { document: TestDocument }).document;
}
