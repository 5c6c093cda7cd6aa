import { z } from 'zod'

const score = z.coerce.number().min(0).max(100)
const isOn = z.stringbool()
const scoreIfOn = 2

/** Parses what iprev adds to the score: a number, or `true` for 2 and `false` for 0. Throws on anything else. */
export function parseIprevScore(text: string): number {
  const number = score.safeParse(text.trim() || 'none')
  if (number.success) return number.data
  const word = isOn.safeParse(text.trim())
  if (!word.success) throw new Error('must be a score from 0 to 100, true or false')
  return word.data ? scoreIfOn : 0
}
