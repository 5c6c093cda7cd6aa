import type { Keyring } from '@waypost/webhooks'
import { z } from 'zod'

/** What a link does with an alias. A link for one does not do the other. */
export const linkPurpose = z.enum(['disable', 'extend'])

export type LinkPurpose = z.infer<typeof linkPurpose>

/** What a link is about: an alias, and the mailbox that it forwards to. */
export interface LinkedAlias {
  addressId: string
  forwardingAddressId: string
}

export const linkPath = 'alias-links'

// As long as somebody may find old mail and want no more of it.
const ttlSeconds = 90 * 24 * 3600
const bytesOfId = 16
const bytesOfPayload = 2 * bytesOfId + 4

const contextOf = (purpose: LinkPurpose): string => `alias-link:${purpose}`

/** The token of a link, which anybody can make use of who has it: `payload.key.signature`. */
export function signLink(
  keyring: Pick<Keyring, 'sign'>,
  purpose: LinkPurpose,
  { addressId, forwardingAddressId }: LinkedAlias,
  now: number,
): string {
  const expiry = Buffer.alloc(4)
  expiry.writeUInt32BE(Math.floor(now / 1000) + ttlSeconds)
  const payload = Buffer.concat([toBytes(addressId), toBytes(forwardingAddressId), expiry]).toString(
    'base64url',
  )
  return `${payload}.${keyring.sign(payload, contextOf(purpose))}`
}

/** What a token is about; undefined where it was not signed here for the purpose, or has expired. */
export function readLink(
  keyring: Pick<Keyring, 'verify'>,
  purpose: LinkPurpose,
  token: string,
  now: number,
): LinkedAlias | undefined {
  const dot = token.indexOf('.')
  const payload = token.slice(0, Math.max(dot, 0))
  if (!keyring.verify(token.slice(dot + 1), payload, contextOf(purpose))) return undefined
  const bytes = Buffer.from(payload, 'base64url')
  if (bytes.length !== bytesOfPayload || bytes.readUInt32BE(2 * bytesOfId) * 1000 <= now) return undefined
  return {
    addressId: toUuid(bytes.subarray(0, bytesOfId)),
    forwardingAddressId: toUuid(bytes.subarray(bytesOfId, 2 * bytesOfId)),
  }
}

/** The alias that a token says it is about, which is not verified: it only decides who is to verify it. */
export function readLinkedAddress(token: string): string | undefined {
  const bytes = Buffer.from(token.slice(0, Math.max(token.indexOf('.'), 0)), 'base64url')
  return bytes.length === bytesOfPayload ? toUuid(bytes.subarray(0, bytesOfId)) : undefined
}

const toBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const toUuid = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Also in percent-encoding, of any depth, and with character references. */
const anyLink =
  /(alias-links(?:\/|%(?:25)*2f|&#47;|&#x2f;|&sol;)(?:disable|extend)(?:\?|%(?:25)*3f|&#63;|&#x3f;|&quest;)token(?:=|%(?:25)*3d|&#61;|&#x3d;|&equals;))[\w.-]+/gi

/** A text without the tokens of links in it, however its links are written. */
export const hideLinks = (text: string): string => text.replaceAll(anyLink, '$1')
