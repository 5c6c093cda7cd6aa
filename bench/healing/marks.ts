import type { Marked } from './template.ts'

/** The same selector before and after. */
export const kept = (selector: string): Marked => [selector, selector]

/** Elements that one selector finds on both pages, by what they do. */
export const both = (whats: string[], select: (what: string) => string): Record<string, Marked> =>
  Object.fromEntries(whats.map((what) => [what.toLowerCase(), kept(select(what))]))

/** What the new page has no more. */
export const gone = (selectors: Record<string, string>): Record<string, Marked> =>
  Object.fromEntries(Object.entries(selectors).map(([key, selector]) => [key, [selector, undefined]]))
