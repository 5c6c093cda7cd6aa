// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
import type { DomElement } from '../dom.ts'

export type LooksStable = (token: string) => boolean

/** Whether an id or a class is likely a person's choice: not a counter, a hash, or a component's instance. */
export function looksStable(token: string): boolean {
  if (!token || token.length > 60 || /^\d|[:«»]/.test(token)) return false
  if (
    /\d{3,}|[-_.]\d+$|^(ember|ext-gen|yui|react-|radix-|headlessui-|mui-|mat-|jsx-|css-|sc-)/i.test(token)
  ) {
    return false
  }
  return !token.split(/[-_]+/).some((part) => {
    const mixed = /^\D*\d[^a-z]*[a-z]\D*\d|[a-z]\d+[a-z]/i.test(part)
    return part.length >= 5 && (mixed || /^[a-f\d]{8,}$/.test(part) || !/[aeiouy\d]/i.test(part.slice(0, 12)))
  })
}

export type Paths = { indexedXpath: string; xpath: string; css: string[] }
export type FindPaths = (element: DomElement, isStable: LooksStable) => Paths

/** Two XPaths, and a CSS selector for each shadow root on the way to the element, outermost first. */
export function findPaths(element: DomElement, isStable: LooksStable): Paths {
  const quote = (value: string) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  const position = (of: DomElement): { index: number; count: number } => {
    const siblings = [...((of.parentNode as DomElement | null)?.children ?? [of])].filter(
      ({ localName }) => localName === of.localName,
    )
    return { index: siblings.indexOf(of) + 1, count: siblings.length }
  }
  const indexed: string[] = []
  const attributed: string[] = []
  const css: string[] = []
  let part: string[] = []
  let isAnchored = false
  let isCssAnchored = false
  for (let current: DomElement | null = element; current;) {
    const { index, count } = position(current)
    const tag = current.localName
    const givenId = current.getAttribute('id') ?? ''
    const id = isStable(givenId) ? givenId : ''
    indexed.unshift(`${tag}[${index}]`)
    if (!isAnchored) {
      const attribute = ['name', 'role', 'aria-label', 'type'].find((each) => current?.getAttribute(each))
      const value = attribute ? (current.getAttribute(attribute) ?? '') : ''
      if (id) attributed.unshift(`${tag}[@id=${quote(id)}]`)
      else attributed.unshift(attribute && value.length <= 40 ? `${tag}[@${attribute}=${quote(value)}]` : tag)
      isAnchored = id !== ''
    }
    if (!isCssAnchored) {
      part.unshift(id ? `[id=${quote(id)}]` : count > 1 ? `${tag}:nth-of-type(${index})` : tag)
      isCssAnchored = id !== ''
    }
    if (current.parentElement) {
      current = current.parentElement
      continue
    }
    css.unshift(part.join(' > '))
    part = []
    isCssAnchored = false
    const root = current.getRootNode()
    // A link has a property of that name too, and an element removed from the page is its own root.
    current = root.nodeType === 11 ? (root.host ?? null) : null
    if (current) indexed.unshift('shadow-root')
  }
  return { indexedXpath: `/${indexed.join('/')}`, xpath: `//${attributed.join('/')}`, css }
}
