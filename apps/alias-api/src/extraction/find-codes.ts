import {
  codeNames,
  codeSigns,
  codeWords,
  matchesAny,
  otherCodes,
  otherNumbers,
  otherPurposes,
} from './words.ts'

/** A one-time code in an email. */
export interface FoundCode {
  value: string
  /** Whether the email leaves no doubt that this is its code. */
  isCertain: boolean
}

/** What a line says about a number in it or beside it. */
interface Line {
  text: string
  hasLetters: boolean
  /** It names a one-time code. */
  isNamed: boolean
  /** It names a code. */
  hasWord: boolean
  hasSign: boolean
  /** It names a code of another kind. */
  isOther: boolean
  hasOtherPurpose: boolean
}

// Groups of more digits than a code has are of another number.
const digits =
  /(?<![\w.,/@#+=-]|\d:|\d )(?:G-)?(\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{2}[ -]\d{2}[ -]\d{2}|\d(?: \d){3,7})(?![\w%@=]|[.,:/-]\d| \d|\s?(?:%|€|\$|£|zł))|(?<![\w.,/@#+=-]|\d:|\d{3} )(?:G-)?(\d{4,8})(?![\w%@=]|[.,:/-]\d| \d{3}|\s?(?:%|€|\$|£|zł))/gu
const letters = /(?<![\w.,/@#+=-]|\d:)([A-Z\d]{3,4}-[A-Z\d]{3,4}|[A-Z\d]{5,8})(?![\w%@=]|[.,:/-]\w)/gu
const year = /^(?:19|20)\d\d$/
const linesBefore = 4
const linesAfter = 2
const longestBetween = 80
const mostCandidates = 500
const mostCodes = 10

// How sure a candidate is.
const called = 2
const named = 3

/**
 * Finds the one-time codes of an email: numbers, and letters with numbers, that its text calls by the names of such codes,
 * in the same line or on lines around. What has the name of something else, such as an order, is left out: a wrong code
 * is worse than none.
 *
 * @param shown the subject, and then the lines as a reader sees them
 */
export function findCodes(shown: string[]): FoundCode[] {
  const lines = shown.map(readLine)
  const candidates = shown.flatMap((line, index) =>
    [...line.matchAll(digits), ...line.matchAll(letters)].map((match) => ({ match, index })),
  )
  const ranks = new Map<string, number>()
  for (const { match, index } of candidates.slice(0, mostCandidates)) {
    const value = valueOf(match)
    const rank = rankOf(value, match, lines, index)
    if (rank >= called) ranks.set(value, Math.max(ranks.get(value) ?? 0, rank))
  }
  const isOnly = [...ranks.values()].filter((rank) => rank === named).length === 1
  return [...ranks]
    .toSorted(([, one], [, other]) => other - one)
    .map(([value, rank]) => ({ value, isCertain: rank === named && isOnly }))
    .slice(0, mostCodes)
}

function readLine(shown: string): Line {
  const text = shown.toLowerCase()
  return {
    text,
    hasLetters: /\p{L}/u.test(text),
    isNamed: matchesAny(text, codeNames),
    hasWord: codeWords.test(text),
    hasSign: matchesAny(text, codeSigns),
    isOther: matchesAny(text, otherCodes),
    hasOtherPurpose: matchesAny(text, otherPurposes),
  }
}

/** A code as it is typed: its groups of digits as one. */
function valueOf([, grouped, whole]: RegExpMatchArray): string {
  const written = grouped ?? whole ?? ''
  return /^[\d -]+$/.test(written) ? written.replaceAll(/[ -]/g, '') : written
}

function rankOf(
  value: string,
  { 0: whole, index: at = 0 }: RegExpMatchArray,
  lines: Line[],
  index: number,
): number {
  const isNumber = /^\d+$/.test(value)
  if (!isNumber && !(/[A-Z]/.test(value) && /[\d-]/.test(value))) return 0
  const { text, isOther } = lines[index]!
  const before = text.slice(0, at)
  const after = text.slice(at + whole.length)
  if (isOther || otherNumbers.test(before.slice(-longestBetween))) return 0
  const isAlone = !/[\p{L}\d]/u.test(before + after)
  // A word with a hyphen is a code only where it is all of a line.
  if (!/\d/.test(value) && !isAlone) return 0
  const near = around(lines, index)
  const rank = isAlone ? rankOfAlone(near, lines, index) : rankInLine(before, after)
  const isYear = isNumber && year.test(value) && !(isAlone && rank === named) && !isCalledJustBefore(before)
  if (rank === 0 || isYear) return 0
  if (near.some((line) => line.isOther || line.hasOtherPurpose)) return Math.min(rank, called)
  return lines[0]!.isNamed || near.some((line) => line.hasSign) ? named : rank
}

function rankInLine(before: string, after: string): number {
  const near = [before.slice(-longestBetween), after.slice(0, longestBetween)]
  if (near.some((text) => matchesAny(text, codeNames))) return named
  return near.some((text) => codeWords.test(text)) ? called : 0
}

/** The rank of a candidate that is a line by itself, by what the lines around it say. */
function rankOfAlone(near: Line[], lines: Line[], index: number): number {
  const above = lines.slice(0, index).findLast((line) => line.hasLetters)?.text ?? ''
  if (otherNumbers.test(`${above.slice(-longestBetween)} `) || near.some((line) => line.isOther)) return 0
  if (near.some((line) => line.isNamed)) return named
  return near.some((line) => line.hasWord) ? called : 0
}

/** A line and those around it that say something. */
const around = (lines: Line[], index: number): Line[] => [
  ...lines
    .slice(0, index)
    .filter((line) => line.hasLetters)
    .slice(-linesBefore),
  lines[index]!,
  ...lines
    .slice(index + 1)
    .filter((line) => line.hasLetters)
    .slice(0, linesAfter),
]

/** Whether a code is named just before it, as in `code: 2024`, so that it is no year. */
function isCalledJustBefore(before: string): boolean {
  const near = before
    .slice(-30)
    .replace(/[^\p{L}]{1,30}$/u, '')
    .replace(/ (?:is|ist|lautet|est|es|è|é|to)$/u, '')
  return codeWords.test(near.slice(-12)) || matchesAny(near, codeNames)
}
