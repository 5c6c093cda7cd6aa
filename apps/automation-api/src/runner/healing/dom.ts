/**
 * The part of the DOM that the code run in pages uses. TypeScript's own DOM library would declare every browser global
 * in Node too.
 */
export interface DomNode {
  nodeType: number
  isConnected: boolean
  nodeValue: string | null
  parentNode: DomNode | null
  parentElement: DomElement | null
  childNodes: Iterable<DomNode>
  contains: (other: DomNode) => boolean
  compareDocumentPosition: (other: DomNode) => number
  getRootNode: () => DomRoot
}

export interface DomElement extends DomNode {
  localName: string
  children: Iterable<DomElement> & { length: number }
  attributes: Iterable<{ name: string; value: string }>
  shadowRoot: DomRoot | null
  labels?: Iterable<DomElement> | null
  form?: DomElement | null
  type?: string
  value?: string
  innerText?: string
  isContentEditable?: boolean
  textContent: string | null
  getAttribute: (name: string) => string | null
  hasAttribute: (name: string) => boolean
  closest: (selector: string) => DomElement | null
  matches: (selector: string) => boolean
  querySelector: (selector: string) => DomElement | null
  querySelectorAll: (selector: string) => Iterable<DomElement>
  getBoundingClientRect: () => { x: number; y: number; width: number; height: number }
  checkVisibility: (options: { visibilityProperty: boolean }) => boolean
}

/** A document or a shadow root. */
export interface DomRoot extends DomNode {
  host?: DomElement
  getElementById: (id: string) => DomElement | null
  querySelectorAll: (selector: string) => Iterable<DomElement>
}

export interface DomWindow {
  document: DomRoot & {
    createElement: (name: string) => DomElement
    createTreeWalker: (
      root: DomNode,
      whatToShow: number,
    ) => { currentNode: DomNode; nextNode: () => DomNode | null; previousNode: () => DomNode | null }
  }
  location: { pathname: string; origin: string }
  scrollX: number
  scrollY: number
  getComputedStyle: (
    element: DomElement,
    pseudo?: string,
  ) => { cursor: string; content: string; fontFamily: string; maskImage?: string; backgroundImage?: string }
}
