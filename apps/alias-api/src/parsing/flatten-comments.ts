/**
 * The value of an address field with its comments (RFC 5322, 3.2.2) in the form that postal-mime reads: none in another one, none with
 * an escaped character, and none in angle brackets.
 */
export function flattenComments(value: string): string {
  if (!value.includes('(')) return value
  let flat = ''
  let depth = 0
  let isQuoted = false
  let isInBrackets = false
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at]!
    if (character === '\\' && (isQuoted || depth > 0)) {
      at += 1
      if (isQuoted) flat += value.slice(at - 1, at + 1)
      else if (!isInBrackets && !'()'.includes(value[at] ?? '(')) flat += value[at]
    } else if (isQuoted || (character === '"' && depth === 0)) {
      if (character === '"') isQuoted = !isQuoted
      flat += character
    } else if (character === '(') {
      depth += 1
      if (depth === 1 && !isInBrackets) flat += ' ('
    } else if (character === ')' && depth > 0) {
      depth -= 1
      if (depth === 0 && !isInBrackets) flat += ') '
    } else if (depth > 0) {
      if (!isInBrackets) flat += character
    } else {
      if (character === '<') isInBrackets = true
      if (character === '>') isInBrackets = false
      flat += character
    }
  }
  return flat
}
