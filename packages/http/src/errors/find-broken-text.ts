import { receivedValue, shorten } from './received-value.ts'
import type { InputIssue } from './validation-error.ts'

const maxDepth = 100

/**
 * NUL bytes and lone surrogates are legal in JSON and in URLs but cannot be stored as text; nesting without end
 * exhausts the stack of whoever reads it next, Postgres included. All of it is refused at the door, keys included,
 * instead of surfacing as an unexpected error.
 *
 * @returns what to tell the caller, or undefined where all is well
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
