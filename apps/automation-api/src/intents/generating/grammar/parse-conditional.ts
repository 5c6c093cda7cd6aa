import type { Clause } from './clause.ts'
import type { ProtectedText } from './protect-text.ts'
import { readExpectation } from './read-expectation.ts'
import { rule } from './rule.ts'
import { stripStart } from './strip-clause.ts'

const CONDITIONAL = rule('(?:if|when|in case|should) ([^,;]{1,160}?), ?(?:then )?(.+)')
const THEN = /^((?:if|when|in case|should) [^,;]{1,160}?),? then,? /i

/** `if there is a form then click Send` → `if there is a form, click Send`: its `then` begins no step of its own. */
export function joinConditional(part: string): string {
  const bare = stripStart(part)
  return THEN.test(bare) ? bare.replace(THEN, '$1, ') : part
}

/**
 * Steps that are done only where something is on the page: `if there is a form, type a into Name and click Send`.
 * Undefined where a part is something else; a single click is one that may be left out.
 *
 * @param split parses what is to be done; undefined where it is not understood
 */
export function parseConditional(
  part: string,
  reader: ProtectedText,
  split: (part: string) => Clause[] | undefined,
): Clause | undefined {
  const bare = stripStart(part).trim()
  const [, said, rest] = CONDITIONAL.exec(bare) ?? []
  if (said === undefined || rest === undefined) return undefined
  const condition = readExpectation(said, reader)
  const clauses = condition && split(rest)
  if (!clauses || clauses.length === 0) return undefined
  const [first, second] = clauses
  if (first!.kind === 'press' && !second && 'present' in condition) return undefined
  return { text: reader.restore(bare), kind: 'if', condition, clauses }
}
