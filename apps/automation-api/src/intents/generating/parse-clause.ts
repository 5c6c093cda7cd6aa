import type { Clause } from './clause.ts'
import { fieldRules } from './field-rules.ts'
import { pageRules } from './page-rules.ts'
import { parseExtract } from './parse-extract.ts'
import { pointerRules } from './pointer-rules.ts'
import type { ProtectedText } from './protect-text.ts'

const FILLER =
  /^(?:(?:please|kindly|now|next|first(?:ly)?|secondly|finally|lastly|then|also|just|simply|and|so|ok(?:ay)?|hi|hello|after (?:that|this)|afterwards|go ahead and|(?:can|could|would|will) you(?: please)?|(?:i|we)(?:['’]d| would)? (?:want|like|need)(?: you)? to|(?:i|we)(?:['’]d| would)|let['’]?s|you (?:should|must|need to|have to)|try to|make sure to|be sure to|start by|step \d+)\b[,:]?\s*)+(?=\S)/i
const BULLET = /^(?:\d+\s*[.):]|[-*•·–—]|\(\d+\)|step\s+\d+\s*[:.)–-]?)\s*/i
const ENDING = /(?:[.,!?]\s*(?:please|thanks|thank you|for me)|\s+(?:please|for me)|[\s.,:!?]+)+$/i
const VERB =
  /^(?:open|go to|goto|navigate|visit|type|enter|fill|write|put|set|clear|press|hit|tap|click|double[- ]?click|right[- ]?click|push|select|choose|pick|check|tick|uncheck|untick|hover|wait|scroll|submit|search|extract|scrape|read|get|grab|collect|capture|save|copy|store|fetch|record|return|retrieve|really|verify|tell me|give me|show me|find|look for|note)\b/i

// The first that fits decides.
const RULES = [...pageRules, ...pointerRules, ...fieldRules]

/** Reads one clause of a text whose quotes, addresses and variables are protected. */
export function parseClause(part: string, reader: ProtectedText): { clause: Clause } | { problem: string } {
  const bare = strip(part)
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

/** The part without what is only polite, and without what makes it an item of a list. */
export function strip(part: string): string {
  return part.trim().replace(BULLET, '').replace(ENDING, '').replace(FILLER, '')
}

/** Whether a part begins with something that one does, so that it may be a clause of its own. */
export function beginsWithVerb(part: string): boolean {
  return VERB.test(strip(part))
}
