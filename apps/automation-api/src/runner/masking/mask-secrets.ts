import { escapeCss } from '../../automations/escape-css.ts'

const MASK = '***'

/**
 * Masks the secrets in a text, in any encoding of a page's URL, a selector or a quoted text. Longer ones first, so
 * that a secret inside another leaves nothing of the other behind.
 */
export function maskSecrets(text: string, secrets: string[]): string {
  const spellings = new Set(secrets.flatMap(spell).filter((spelling) => spelling !== ''))
  if (spellings.size === 0) return text
  const longestFirst = [...spellings].toSorted((one, other) => other.length - one.length)
  return text.replaceAll(new RegExp(longestFirst.map(escapePattern).join('|'), 'g'), MASK)
}

function spell(secret: string): string[] {
  const wellFormed = secret.toWellFormed()
  const encoded = encodeURIComponent(wellFormed)
  return [
    secret,
    encoded,
    encodeURI(wellFormed),
    encoded.replaceAll('%20', '+'),
    // As a form encodes it.
    new URLSearchParams([['', wellFormed]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    escapeCss(secret),
    secret.replaceAll(/\s+/g, ' ').trim(),
    secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
  ]
}

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
