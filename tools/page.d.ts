// For tsc, which checks the scripts as they are. What a template puts on a page it cannot know: an element that
// a selector or an event finds is taken for what the script uses it as, and so is what an event tells.
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Document {
  getElementById(id: string): any;
}
interface Element {
  closest(selectors: string): any;
}
interface EventTarget {
  closest(selectors: string): any;
  dataset: any;
  elements: any;
}
interface Event {
  detail: any;
  waitUntil(done: Promise<unknown>): void;
}
// Not in every browser, and asked for before use.
interface ServiceWorkerRegistration {
  sync: any;
}
interface Navigator {
  standalone: boolean;
}
interface PerformanceEntry {
  type: string;
}
interface FormData {
  [Symbol.iterator](): IterableIterator<[string, any]>;
}
