import type { DomElement, DomNode, DomWindow } from '../dom.ts'

export type ReadText = (root: DomNode, limit: number) => string

/**
 * The visible text of `root`, including open shadow roots, up to `limit` characters. Editable elements are skipped,
 * because their text is the user's.
 */
export function readText(root: DomNode, limit: number): string {
  let read = ''
  const visit = (node: DomNode): void => {
    if (read.length > limit * 2) return
    if (node.nodeType === 3) {
      read += node.nodeValue
      return
    }
    if (node.nodeType !== 1 && node.nodeType !== 11) return
    const element = node as DomElement
    if (node.nodeType === 1) {
      if (/^(script|style|noscript|template|textarea|input)$/.test(element.localName)) return
      if (element.isContentEditable) return
      if (element !== root && element.localName !== 'option') {
        if (!element.checkVisibility({ visibilityProperty: true })) return
      }
      read += ' '
    }
    for (const child of (element.shadowRoot ?? node).childNodes) visit(child)
    read += ' '
  }
  visit(root)
  return read.replaceAll(/\s+/g, ' ').trim().slice(0, limit)
}

export type ReadNeighbours = (element: DomElement) => { before: string[]; after: string[] }

/** The texts nearest before and after an element, nearest first. */
export function readNeighbours(element: DomElement): { before: string[]; after: string[] } {
  const { document } = globalThis as unknown as DomWindow
  const collect = (step: 'previousNode' | 'nextNode'): string[] => {
    const walker = document.createTreeWalker(element.getRootNode(), 4)
    walker.currentNode = element
    const found: string[] = []
    for (let looked = 0; found.length < 4 && looked < 80; looked += 1) {
      const node = walker[step]()
      if (!node) break
      const text = (node.nodeValue ?? '').replaceAll(/\s+/g, ' ').trim()
      const parent = node.parentElement
      if (!text || !parent || element.contains(node)) continue
      if (/^(script|style|noscript|template|textarea|option)$/.test(parent.localName)) continue
      if (parent.isContentEditable || !parent.checkVisibility({ visibilityProperty: true })) continue
      found.push(text.slice(0, 60))
    }
    return found
  }
  return { before: collect('previousNode'), after: collect('nextNode') }
}
