import { receivedValue, shorten } from './received-value.ts'
import type { InputIssue } from './validation-error.ts'

const maxDepth = 100

/**
 * Refuses NUL bytes and lone surrogates, keys included, which are legal in JSON and in URLs but cannot be stored as
 * text. Also refuses endless nesting, which would exhaust the stack of later readers, Postgres included. Refusing
 * them here keeps them from surfacing as unexpected errors.
 *
 * @returns the error for the caller; undefined for valid input
 */
export function findBrokenText(input: unknown): InputIssue | undefined {
  return search(input, [])

  function search(value: unknown, path: string[]): InputIssue | undefined {
    if (typeof value === 'string') return isStorable(value) ? undefined : broken(path)
    if (value === null || typeof value !== 'object') return undefined
    if (path.length >= maxDepth) return tooDeep
    for (const [key, inner] of Object.entries(value)) {
      const found = isStorable(key) ? search(inner, [...path, key]) : broken(path)
      if (found) return found
    }
    return undefined
  }

  function broken(path: string[]): InputIssue {
    const property = shorten(path.join('.'))
    return {
      property,
      rule: 'isWellFormed',
      message: `${property || 'input'} must be well-formed text without NUL characters`,
      receivedValue: receivedValue(input, path),
    }
  }
}

const tooDeep: InputIssue = {
  property: '',
  rule: 'maxDepth',
  message: `input must not be nested deeper than ${maxDepth} levels`,
  receivedValue: null,
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
