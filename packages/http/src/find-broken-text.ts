import type { InputIssue } from './validation-error.ts'

/**
 * NUL bytes and lone surrogates are legal in JSON and in URLs but cannot be stored as text: they are refused at the
 * door, keys included, instead of surfacing as a database error.
 *
 * @returns what to tell the caller, or undefined where all text is well-formed
 */
export function findBrokenText(input: unknown, path: string[] = []): InputIssue | undefined {
  if (typeof input === 'string') return isStorable(input) ? undefined : broken(path)
  if (input === null || typeof input !== 'object') return undefined
  for (const [key, value] of Object.entries(input)) {
    if (!isStorable(key)) return broken(path)
    const found = findBrokenText(value, [...path, key])
    if (found) return found
  }
  return undefined
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function broken(path: string[]): InputIssue {
  const property = path.join('.')
  return {
    property,
    rule: 'isWellFormed',
    message: `${property || 'body'} must be well-formed text without NUL characters`,
    receivedValue: null,
  }
}
