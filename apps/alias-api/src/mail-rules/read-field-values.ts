import { decodeWords } from '../parsing/decode-words.ts'
import { nameOf, splitMessage } from '../signing/split-message.ts'

// A header of ordinary mail is shorter; conditions look no further.
export const headBytes = 65_536

/**
 * Reads the fields of a header when a rule asks for one, once for all rules.
 *
 * @returns the values of the fields with a name in lower case, each as it is shown, and as it is written where that differs
 */
export function openFieldValues(content: Buffer): (name: string) => string[] {
  let fields: string[] | undefined
  const values = new Map<string, string[]>()
  const read = (name: string): string[] => {
    fields ??= splitMessage(content.subarray(0, headBytes)).fields
    return fields.filter((field) => nameOf(field) === name).flatMap(valuesOf)
  }
  return (name) => {
    const found = values.get(name) ?? read(name)
    values.set(name, found)
    return found
  }
}

/** On one line, without the folds of a long one. */
function valuesOf(field: string): string[] {
  const written = Buffer.from(field.slice(field.indexOf(':') + 1), 'latin1')
    .toString()
    .replaceAll('\r\n', '')
  const shown = decodeWords(written)
  // Rules were written for encoded words before these were decoded.
  return shown === written ? [written] : [shown, written]
}
