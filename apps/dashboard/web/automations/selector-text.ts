type Selectors = (string | string[])[]

const inside = ' >> '

/** Selectors → one alternative a line, the parts of a chain apart by `>>`. */
export const writeSelectors = (selectors: Selectors): string =>
  selectors.map((each) => (typeof each === 'string' ? each : each.join(inside))).join('\n')

/** And back again. */
export const readSelectors = (text: string): Selectors =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (line.includes(inside) ? line.split(inside).map((part) => part.trim()) : line))
