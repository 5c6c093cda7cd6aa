import type { Clause } from './clause.ts'
import { fieldRules } from './field-rules.ts'
import { pageRules } from './page-rules.ts'
import { parseExtract } from './parse-extract.ts'
import { pointerRules } from './pointer-rules.ts'
import type { ProtectedText } from './protect-text.ts'
import { stripClause, stripStart } from './strip-clause.ts'

const VERB =
  /^(?:open|go to|goto|navigate|visit|type|enter|fill|write|put|set|clear|press|hit|tap|click|double[- ]?click|right[- ]?click|push|select|choose|pick|check|tick|uncheck|untick|hover|wait|scroll|submit|search|extract|scrape|read|get|grab|collect|capture|save|copy|store|fetch|record|return|retrieve|really|verify|tell me|give me|show me|find|look for|note)\b/i

// The first matching rule decides.
const RULES = [...pageRules, ...pointerRules, ...fieldRules]

/** Parses one clause of a text whose quotes, URLs and variables are protected. */
export function parseClause(part: string, reader: ProtectedText): { clause: Clause } | { problem: string } {
  const bare = stripClause(part)
  const text = reader.restore(bare)
  for (const [pattern, read] of RULES) {
    const match = pattern.exec(bare)
    const said =
      match &&
      read(
        match.slice(1).map((group) => group ?? ''),
        reader,
      )
    if (typeof said === 'string') return { problem: said }
    if (said) return { clause: { text, ...said } }
  }
  const said = parseExtract(bare, reader)
  if (typeof said === 'string') return { problem: said }
  return said ? { clause: { text, ...said } } : { problem: '' }
}

/** Whether a part begins with a verb, so that it may be a clause of its own. */
export function beginsWithVerb(part: string): boolean {
  return VERB.test(stripStart(part))
}
