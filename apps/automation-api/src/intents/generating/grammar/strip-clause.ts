const FILLER =
  /^(?:(?:please|kindly|now|next|first(?:ly)?|secondly|finally|lastly|then|also|just|simply|and|so|ok(?:ay)?|hi|hello|after (?:that|this)|afterwards|go ahead and|(?:can|could|would|will) you(?: please)?|(?:i|we)(?:['’]d| would)? (?:want|like|need)(?: you)? to|(?:i|we)(?:['’]d| would)|let['’]?s|you (?:should|must|need to|have to)|try to|make sure to|be sure to|start by|step \d+)\b[,:]?\s*)+(?=\S)/i
const BULLET = /^(?:\d+\s*[.):]|[-*•·–—]|\(\d+\)|step\s+\d+\s*[:.)–-]?)\s*/i

/** Removes polite words and list markers from a part. */
export function stripClause(part: string): string {
  return stripStart(dropEnding(part.trim()))
}

export function stripStart(part: string): string {
  return part.trimStart().replace(BULLET, '').replace(FILLER, '')
}

const isMark = (character: string | undefined) => character !== undefined && /[\s.,:!?]/.test(character)

/**
 * Removes trailing punctuation and polite words. Reads from the end, each character once: a regular expression that
 * can divide a row of marks in several ways takes exponential time where the row is not at the end.
 */
function dropEnding(part: string): string {
  const lower = part.toLowerCase()
  // Some capitals are longer in lower case, so that positions differ.
  if (lower.length !== part.length) return part
  let end = part.length
  for (;;) {
    while (isMark(part[end - 1])) end -= 1
    const word = COURTESIES.find((each) => lower.endsWith(each, end))
    if (word === undefined) break
    const start = end - word.length
    const isSaid = ALWAYS.has(word) ? isMark(part[start - 1]) : followsMark(part, start)
    if (!isSaid) break
    end = start
  }
  return part.slice(0, end)
}

const COURTESIES = ['please', 'for me', 'thank you', 'thanks']
// "Thanks" may be the name of a button.
const ALWAYS = new Set(['please', 'for me'])

function followsMark(part: string, start: number): boolean {
  let at = start - 1
  while (at >= 0 && part[at]!.trim() === '') at -= 1
  return /[.,!?]/.test(part[at] ?? '')
}
