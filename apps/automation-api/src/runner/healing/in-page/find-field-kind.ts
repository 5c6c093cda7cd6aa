// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
import type { DomElement } from '../dom.ts'

export type FindFieldKind = (element: DomElement) => string

/**
 * What a field is for, by its `autocomplete`, its type or its `inputmode`: `email`, `password`, `search`, `tel`, …; empty
 * for fields of any text, and for other elements.
 */
export function findFieldKind(element: DomElement): string {
  const tag = element.localName
  if (tag === 'textarea') return readAutocomplete() || 'textarea'
  if (tag !== 'input') return element.getAttribute('role') === 'searchbox' ? 'search' : ''
  const type = element.type ?? 'text'
  if (/^(?:button|submit|reset|image|radio|hidden)$/.test(type)) return ''
  // A password's field is one whether the page lets the browser fill it or not.
  if (/^(?:password|file|checkbox|range|color)$/.test(type)) return type
  const filled = readAutocomplete()
  if (filled) return filled
  if (/^(?:email|tel|url|search|number|date|datetime-local|month|week|time)$/.test(type)) return type
  if (element.getAttribute('role') === 'searchbox') return 'search'
  const mode = element.getAttribute('inputmode') ?? ''
  if (/^(?:email|tel|url|search)$/.test(mode)) return mode
  return /^(?:numeric|decimal)$/.test(mode) ? 'number' : ''

  function readAutocomplete(): string {
    const tokens = (element.getAttribute('autocomplete') ?? '').toLowerCase().trim().split(/\s+/)
    const last = tokens.at(-1) ?? ''
    if (!/^[a-z\d-]{3,30}$/.test(last) || /^(?:off|none|false|nope|webauthn)$/.test(last) || last === 'on')
      return ''
    return /^(?:shipping|billing)$/.test(tokens.at(-2) ?? '') ? `${tokens.at(-2)} ${last}` : last
  }
}
