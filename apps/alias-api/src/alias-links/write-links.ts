import type { Clock } from '@waypost/postgres'
import type { Keyring } from '@waypost/webhooks'
import { linkPath, signLink, type LinkedAlias, type LinkPurpose } from './alias-link.ts'

/** The URL of a link for each purpose. */
export type AliasLinks = Record<LinkPurpose, string>

/** Writes the links of an alias for the mailbox that it forwards to. */
export type WriteLinks = (about: LinkedAlias) => AliasLinks

/** @param publicUrl the base URL of the API; undefined: there are no links */
export function createLinkWriter(
  { keyring, clock }: { keyring: Pick<Keyring, 'sign'>; clock: Clock },
  publicUrl: string | undefined,
): WriteLinks | undefined {
  if (publicUrl === undefined) return undefined
  const base = `${publicUrl.replace(/\/$/, '')}/${linkPath}`
  return (about) => {
    const urlOf = (purpose: LinkPurpose) =>
      `${base}/${purpose}?token=${signLink(keyring, purpose, about, clock.now())}`
    return { disable: urlOf('disable'), extend: urlOf('extend') }
  }
}
