import type { Clause, Parsed } from './clause.ts'
import { beginsWithVerb, parseClause } from './parse-clause.ts'
import { joinConditional, parseConditional } from './parse-conditional.ts'
import { liftAddress } from './lift-address.ts'
import { protectText, type ProtectedText } from './protect-text.ts'
import { stripClause } from './strip-clause.ts'

const LENGTH_LIMIT = 10_000
const CLAUSE_LIMIT = 100

/** Texts that are understood. */
export const EXAMPLES = [
  'open https://shop.example; type "fog" into Title; click Search; wait for Results; extract the price as price',
  'open https://shop.example; choose "Express" in Shipping; check Terms; press Enter; extract the name and price of every product as products; save the page as PDF',
  'open https://shop.example; if there is a banner, click Accept; extract the name and price of every product on every page as products',
]

/**
 * Parses a request in the controlled language, which needs no model: one step after the other, each beginning with a
 * verb. `;`, a new line, an arrow and `then` always end a clause; a full stop, a comma and `and` end it where the rest
 * is a clause too, so that "click Terms and conditions" stays one. Quotes keep ambiguous text together.
 */
export function parseControlled(given: string): Parsed {
  if (given.length > LENGTH_LIMIT)
    return {
      issue: { clause: given.slice(0, 80), message: `The text is longer than ${LENGTH_LIMIT} characters.` },
    }
  const prepared = given
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll(/\n[^\S\n]+/g, '\n')
    .trimStart()
    .replaceAll(/^(\d{1,2}[.)])(?=[A-Za-z])/gm, '$1 ')
  const reader = protectText(prepared)
  // Outside of quotes, repeated spaces equal one space, which keeps every rule fast.
  const written = reader.text.replaceAll(/[^\S\n\r]+/g, ' ')
  const text = liftAddress(written)
  const parse = createClauseParser(reader)
  const parts = splitHard(text).flatMap((part): (string | Clause)[] => {
    const conditional = parseConditional(part, reader, (rest) => parseAll(splitSoft(rest, parse), parse))
    return conditional ? [conditional] : splitSoft(part, parse)
  })
  if (parse.hasGivenUp())
    return issueAt(0, '', 'It could be taken apart in too many ways: put a ; between any two steps.')
  const clauses: Clause[] = []
  for (const part of parts) {
    if (typeof part !== 'string') {
      clauses.push(part)
      continue
    }
    const parsed = parse.clause(part)
    if ('problem' in parsed) return issueAt(clauses.length, reader.restore(stripClause(part)), parsed.problem)
    clauses.push(parsed.clause)
  }
  joinDownloads(clauses)
  const waiting = clauses.findIndex((clause) => clause.kind === 'download' && clause.target === '')
  if (waiting >= 0)
    return issueAt(waiting, clauses[waiting]!.text, 'It does not say what to click to download it.')
  const [first] = clauses
  if (!first) return issueAt(0, '', 'The text says nothing to do.')
  if (clauses.length > CLAUSE_LIMIT)
    return issueAt(CLAUSE_LIMIT, clauses[CLAUSE_LIMIT]!.text, 'These are too many steps.')
  if (first.kind !== 'open') return issueAt(0, first.text, 'It does not say on which page to begin.')
  return { clauses: text === written ? clauses : askOfSite(clauses) }
}

/** `click Export; wait for the download` is one step. */
function joinDownloads(clauses: Clause[]): void {
  for (const [index, clause] of clauses.entries()) {
    const before = clauses[index - 1]
    if (clause.kind !== 'download' || clause.target !== '' || before?.kind !== 'press') continue
    const { text, target } = before
    clauses.splice(index - 1, 2, { ...clause, target, text: `${text}; ${clause.text}` })
  }
}

/** One sentence about a site, and not about the page that its address leads to. */
function askOfSite(clauses: Clause[]): Clause[] {
  const [open, asked, more] = clauses
  const isQuestion = open && !more && (asked?.kind === 'extract' || asked?.kind === 'list')
  return isQuestion ? [open, { ...asked, isElsewhere: true }] : clauses
}

function issueAt(index: number, clause: string, problem: string): Parsed {
  const what = clause === '' ? '' : `Step ${index + 1}, “${shorten(clause)}”, was not understood. `
  const why = problem === '' ? '' : `${problem.replace(/[.]?$/, '.')} `
  const message = `${what}${why}What is understood, for example: ${EXAMPLES.join('. Or: ')}`
  return { issue: { clause: shorten(clause), message } }
}

const shorten = (text: string) => (text.length > 120 ? `${text.slice(0, 119).toWellFormed()}…` : text)

/** The clauses of parts; undefined where one is not understood. */
function parseAll(parts: string[], parser: ClauseParser): Clause[] | undefined {
  const clauses = parts.flatMap((part) => {
    const parsed = parser.clause(part)
    return 'clause' in parsed ? [parsed.clause] : []
  })
  return clauses.length === parts.length ? clauses : undefined
}

const BEFORE_VERBS =
  /[,.]? (?:and )?then,? |[.!] |,? (?:and )?after (?:that|this),? | \(?\d{1,2}[.)] | ?(?:→|⇒|->|=>) ?/gi

function splitHard(text: string): string[] {
  return text
    .split(/[;\n\r]+/)
    .flatMap((part) => splitBeforeVerbs(joinConditional(part), BEFORE_VERBS))
    .filter((part) => /[\p{L}\uE000-\uF7FF]/u.test(stripClause(part)))
}

function splitBeforeVerbs(part: string, pattern: RegExp): string[] {
  const parts: string[] = []
  let start = 0
  for (const match of part.matchAll(pattern)) {
    const end = match.index + match[0].length
    if (!beginsWithVerb(part.slice(end))) continue
    parts.push(part.slice(start, match.index))
    start = end
  }
  return [...parts, part.slice(start)]
}

interface ClauseParser {
  clause: (part: string) => ReturnType<typeof parseClause>
  /** A cache of the clauses of each part. */
  splits: Map<string, string[]>
  hasGivenUp: () => boolean
}

// Of all parts together. A realistic text of a hundred steps takes half of it.
const MAX_CHARACTERS = 2_000_000

/** Parses no part twice, and limits the number of readings, which grows with the square of the text's length. */
function createClauseParser(reader: ProtectedText): ClauseParser {
  const read = new Map<string, ReturnType<typeof parseClause>>()
  let left = MAX_CHARACTERS
  return {
    splits: new Map(),
    hasGivenUp: () => left <= 0,
    clause(part) {
      const known = read.get(part)
      if (known) return known
      if (left <= 0) return { problem: '' }
      left -= part.length
      const parsed = parseClause(part, reader)
      read.set(part, parsed)
      return parsed
    },
  }
}

function splitSoft(part: string, parser: ClauseParser): string[] {
  const known = parser.splits.get(part)
  if (known) return known
  const split = splitAtCommas(part, parser)
  parser.splits.set(part, split)
  return split
}

/** Splits at commas and `and`, where both sides are clauses, or the right one lacks only the verb of the left. */
function splitAtCommas(part: string, parser: ClauseParser): string[] {
  for (const match of part.matchAll(/, ?(?:and |& ?)?| (?:and|&) /gi)) {
    if (parser.hasGivenUp()) break
    const left = part.slice(0, match.index)
    const right = part.slice(match.index + match[0].length)
    const begun = parser.clause(left)
    if ('problem' in begun) continue
    if (beginsWithVerb(right)) {
      const next = parser.clause(right)
      if ('clause' in next && mayFollow(begun.clause, next.clause, right))
        return [left, ...splitSoft(right, parser)]
      // The rest may be two clauses that are not one clause together.
      const inner = 'problem' in next ? splitSoft(right, parser) : []
      if (inner.length > 1) return [left, ...inner]
      continue
    }
    const [, verb = ''] = /^(\p{L}+(?: in(?= ))?)/u.exec(stripClause(left)) ?? []
    const continued = `${verb} ${right}`
    const next = parser.clause(continued)
    if ('clause' in next && isExplicit(begun.clause, left) && isExplicit(next.clause, continued))
      return [left, ...splitSoft(continued, parser)]
  }
  return [part]
}

// A button may be called "Save and submit", so a verb alone does not end a part that may be a name.
function mayFollow(begun: Clause, next: Clause, right: string): boolean {
  if (next.kind === 'submit' || next.kind === 'pause' || next.kind === 'named')
    return begun.kind !== 'press' && begun.kind !== 'choose'
  if (next.kind === 'list') return true
  if (next.kind === 'extract') return /\bas\b|\b(?:the|all|every|each|its)\b|->|→/i.test(right)
  return true
}

function isExplicit({ kind }: Clause, written: string): boolean {
  if (kind === 'type') return true
  if (kind === 'choose') return / (?:in|from|for|as|under|within) /i.test(written)
  return kind === 'extract' && / (?:as|into|called|named) /i.test(written)
}
