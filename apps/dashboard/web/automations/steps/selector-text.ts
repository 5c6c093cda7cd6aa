type Selectors = (string | string[])[]

const inside = ' >> '

/** Writes selectors as text: one alternative per line, with the parts of a chain separated by `>>`. */
export const writeSelectors = (selectors: Selectors): string =>
  selectors.map((each) => (typeof each === 'string' ? each : each.join(inside))).join('\n')

/** Parses the text that `writeSelectors` returns. */
export const readSelectors = (text: string): Selectors =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (line.includes(inside) ? line.split(inside).map((part) => part.trim()) : line))
