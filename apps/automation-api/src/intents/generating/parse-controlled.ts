import type { Clause, Parsed } from './clause.ts'
import { beginsWithVerb, parseClause, strip } from './parse-clause.ts'
import { protectText, type ProtectedText } from './protect-text.ts'

const LENGTH_LIMIT = 10_000
const CLAUSE_LIMIT = 100

export const EXAMPLE =
  'open https://shop.example; type "fog" into Title; click Search; wait for Results; extract the price as price'

/**
 * Reads a request in the small language that needs no model: one thing to do after the other, each beginning with a
 * verb. `;`, a new line, an arrow and `then` always end a clause; a full stop, a comma and `and` do where what follows
 * is a clause too, so that "click Terms and conditions" stays one. Quotes keep together whatever is in doubt.
 */
export function parseControlled(given: string): Parsed {
  if (given.length > LENGTH_LIMIT)
    return {
      issue: { clause: given.slice(0, 80), message: `The text is longer than ${LENGTH_LIMIT} characters.` },
    }
  const prepared = given
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll(/^\s*(\d{1,2}[.)])(?=[A-Za-z])/gm, '$1 ')
  const reader = protectText(prepared)
  const parts = splitHard(reader.text).flatMap((part) => splitSoft(part, reader))
  const clauses: Clause[] = []
  for (const part of parts) {
    const parsed = parseClause(part, reader)
    if ('problem' in parsed) return tell(clauses.length, reader.restore(strip(part)), parsed.problem)
    clauses.push(parsed.clause)
  }
  const [first] = clauses
  if (!first) return tell(0, '', 'The text says nothing to do.')
  if (clauses.length > CLAUSE_LIMIT)
    return tell(CLAUSE_LIMIT, clauses[CLAUSE_LIMIT]!.text, 'These are too many steps.')
  if (first.kind !== 'open') return tell(0, first.text, 'It does not say on which page to begin.')
  return { clauses }
}

function tell(index: number, clause: string, problem: string): Parsed {
  const what = clause === '' ? '' : `Step ${index + 1}, “${shorten(clause)}”, was not understood. `
  const why = problem === '' ? '' : `${problem.replace(/[.]?$/, '.')} `
  const message = `${what}${why}What is understood, for example: ${EXAMPLE}; or: choose "Express" in Shipping, check Terms, press Enter, hover over Menu, extract all the product names as names.`
  return { issue: { clause: shorten(clause), message } }
}

const shorten = (text: string) => (text.length > 120 ? `${text.slice(0, 119).toWellFormed()}…` : text)

const BEFORE_VERBS =
  /[,.]?\s+(?:and\s+)?then,?\s+|[.!]\s+|,?\s+(?:and\s+)?after (?:that|this),?\s+|\s+\(?\d{1,2}[.)]\s+|\s*(?:→|⇒|->|=>)\s*/gi

function splitHard(text: string): string[] {
  return text
    .split(/[;\n\r]+/)
    .flatMap((part) => splitBeforeVerbs(part, BEFORE_VERBS))
    .filter((part) => /[\p{L}\uE000-\uF7FF]/u.test(strip(part)))
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

/** At commas and `and`, where both sides are clauses, or the right one lacks only the verb of the left. */
function splitSoft(part: string, reader: ProtectedText): string[] {
  for (const match of part.matchAll(/,\s*(?:and\s+|&\s*)?|\s+(?:and|&)\s+/gi)) {
    const left = part.slice(0, match.index)
    const right = part.slice(match.index + match[0].length)
    const begun = parseClause(left, reader)
    if ('problem' in begun) continue
    if (beginsWithVerb(right)) {
      const next = parseClause(right, reader)
      if ('clause' in next && mayFollow(begun.clause, next.clause, right))
        return [left, ...splitSoft(right, reader)]
      // What follows may be two clauses that only together are none.
      const inner = 'problem' in next ? splitSoft(right, reader) : []
      if (inner.length > 1) return [left, ...inner]
      continue
    }
    const [, verb = ''] = /^(\p{L}+(?:\s+in(?=\s))?)/u.exec(strip(left)) ?? []
    const continued = `${verb} ${right}`
    const next = parseClause(continued, reader)
    if ('clause' in next && isExplicit(begun.clause, left) && isExplicit(next.clause, continued))
      return [left, ...splitSoft(continued, reader)]
  }
  return [part]
}

// A button may be called "Save and submit", so a verb alone ends nothing that may be a name.
function mayFollow(begun: Clause, next: Clause, right: string): boolean {
  if (next.kind === 'submit' || next.kind === 'pause')
    return begun.kind !== 'press' && begun.kind !== 'choose'
  if (next.kind === 'extract') return /\bas\b|\b(?:the|all|every|each|its)\b|->|→/i.test(right)
  return true
}

function isExplicit({ kind }: Clause, written: string): boolean {
  if (kind === 'type') return true
  if (kind === 'choose') return /\s(?:in|from|for|as|under|within)\s/i.test(written)
  return kind === 'extract' && /\s(?:as|into|called|named)\s/i.test(written)
}
