import type { Clause, Verb } from './clause.ts'
import { fieldRules, stateRules } from './field-rules.ts'
import { fileRules } from './file-rules.ts'
import { pageRules } from './page-rules.ts'
import { parseExtract } from './parse-extract.ts'
import { parseList } from './parse-list.ts'
import { parsePages } from './parse-pages.ts'
import { pointerRules } from './pointer-rules.ts'
import type { ProtectedText } from './protect-text.ts'
import { questionRules } from './question-rules.ts'
import type { Rule } from './rule.ts'
import { stepRules } from './step-rules.ts'
import { stripClause, stripStart } from './strip-clause.ts'

// What the buttons of pages say, and people say as a step: `save changes`. Never with whom it is done for: `book me a trip`.
const BUTTON_VERBS =
  'save|create|send|add|continue|confirm|apply|update|delete|remove|log|sign|subscribe|register|book|order|buy|pay|close|cancel|share|print|finish|start|post|publish|reply|next|upload|import|export|assign|approve|reserve|renew|track|show|hide|load|proceed|agree'
const BUTTON = new RegExp(
  `^(?:${BUTTON_VERBS})(?: (?!(?:me|us|it|them|something|everything)\\b)[\\p{L}\\p{N}’'-]+){0,3}$`,
  'iu',
)

const VERB = new RegExp(
  `^(?:${[
    'open|go|goto|navigate|visit|type|enter|fill|write|put|set|clear|press|hit|tap|click|double[- ]?click|right[- ]?click|push',
    'select|choose|pick|check|tick|uncheck|untick|enable|disable|activate|deactivate|deselect|turn|switch|toggle|hover|wait',
    'scroll|submit|search|extract|scrape|read|get|grab|collect|capture|save|copy|store|fetch|record|return|retrieve|really',
    'verify|make sure|ensure|tell me|give me|show me|show|list|find|look for|look up|note|download|take|reload|refresh|accept',
    'dismiss|if|for each|for every|print|export|log in|sign in|back|what|which|who|how much|how long',
    'drag|expect|assert|fail unless|let me|ask|have me|hand|upload|attach|answer|on (?:every|each|all)',
    BUTTON_VERBS,
  ].join('|')})\\b`,
  'iu',
)

// The first matching rule decides.
const RULES = [...stepRules, ...stateRules, ...fileRules, ...pageRules, ...pointerRules, ...fieldRules]

/** Parses one clause of a text whose quotes, URLs and variables are protected. */
export function parseClause(part: string, reader: ProtectedText): { clause: Clause } | { problem: string } {
  const bare = stripClause(part)
  const text = reader.restore(bare)
  const ruled = applyRules(RULES, bare, reader)
  if (typeof ruled === 'string') return { problem: ruled }
  if (ruled) return { clause: { text, ...ruled } }
  const said =
    parsePages(bare, reader) ??
    parseList(bare, reader) ??
    parseExtract(bare, reader) ??
    applyRules(questionRules, bare, reader)
  if (typeof said === 'string') return { problem: said }
  if (said) return { clause: { text, ...said } }
  return BUTTON.test(bare) ? { clause: { text, kind: 'named', name: text } } : { problem: '' }
}

function applyRules(rules: Rule[], bare: string, reader: ProtectedText): Verb | string | undefined {
  for (const [pattern, read] of rules) {
    const match = pattern.exec(bare)
    const said =
      match &&
      read(
        match.slice(1).map((group) => group ?? ''),
        reader,
      )
    if (said) return said
  }
  return undefined
}

/** Whether a part begins with a verb, so that it may be a clause of its own. */
export function beginsWithVerb(part: string): boolean {
  return VERB.test(stripStart(part))
}
