import type { VisibleLink } from './visible.ts'
import { confirmations, disclaimers, matchesAny, otherLinks } from './words.ts'

/** A link in an email. */
export interface FoundLink {
  url: string
  text: string
  /** Whether following this link is what the email asks for: to confirm something, to sign in, to set a password. */
  isConfirmation: boolean
}

const longestText = 200
const longestSentence = 1000
const mostLinks = 50
const inUrl = /verif|confirm|activat|validat|magic|token=|reset|signin|login|invite|opt-?in/u
const otherInUrl = /unsubscri|preferenc|privacy|terms|\/help|support|report|deny|cancel|not-?me|track|open\?/u

/**
 * Finds the links of an email, and the one that it asks to follow. Two that it might ask for are none: which of them is
 * meant is for a person to see.
 */
export function findLinks(links: VisibleLink[]): FoundLink[] {
  const found = links.map(({ url, text }) => ({ url, text: text.slice(0, longestText) }))
  const asked = new Set(links.filter(isAsked).map(({ url }) => url))
  const unique = [...new Map(found.map((link) => [link.url, link])).values()]
  return unique
    .map((link) => ({ ...link, isConfirmation: asked.size === 1 && asked.has(link.url) }))
    .slice(0, mostLinks)
}

function isAsked({ url, text, sentence }: VisibleLink): boolean {
  const says = text.slice(0, longestText).toLowerCase()
  const address = url.toLowerCase()
  if (matchesAny(`${says} ${sentence.slice(0, longestSentence).toLowerCase()}`, disclaimers)) return false
  if (matchesAny(says, otherLinks) || otherInUrl.test(address)) return false
  return matchesAny(says, confirmations) || (/^(?:https?:|$)/.test(says) && inUrl.test(address))
}
