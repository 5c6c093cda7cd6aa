import type { Marked } from '../template.ts'

/** The same selector before and after. */
export const kept = (selector: string): Marked => [selector, selector]

export const all = (names: string[], toSelector: (name: string) => string): Record<string, Marked> =>
  Object.fromEntries(names.map((name) => [name.toLowerCase(), kept(toSelector(name))]))

export const gone = (selectors: Record<string, string>): Record<string, Marked> =>
  Object.fromEntries(Object.entries(selectors).map(([key, selector]) => [key, [selector, undefined]]))
