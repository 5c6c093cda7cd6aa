import type { Search } from './find-in-sentence.ts'
import type { ProfileVariable } from '../profile.ts'
import type { Found } from '../words/words.ts'

/** The one of a variable's choices that the text names as whole words, in the spelling of the choice. */
export function findChoice(
  { request: { text }, isFree }: Search,
  variable: ProfileVariable,
): Found | undefined {
  const lower = text.toLowerCase()
  const found = (variable.choices ?? []).flatMap((choice) => {
    const places: Found[] = []
    const wanted = choice.toLowerCase()
    for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + 1)) {
      const span = { start: at, end: at + wanted.length }
      if (isWhole(lower, span.start, span.end) && isFree(span)) places.push({ ...span, text: choice })
    }
    return places
  })
  // "Premium plus" names no "Premium".
  const longest = found.filter(
    (each) => !found.some((other) => other !== each && other.start <= each.start && other.end > each.end),
  )
  return new Set(longest.map(({ text: choice }) => choice)).size === 1 ? longest[0] : undefined
}

function isWhole(text: string, start: number, end: number): boolean {
  return !/[\p{L}\p{N}]$/u.test(text.slice(0, start)) && !/^[\p{L}\p{N}]/u.test(text.slice(end))
}
