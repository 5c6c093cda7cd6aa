import { addressParser } from 'postal-mime'
import { mailAddress } from '../outbound/mail-address.ts'
import { flattenComments } from '../parsing/flatten-comments.ts'
import { nameOf, splitMessage } from '../signing/split-message.ts'

/** Somebody to whom a reply goes. */
export interface Correspondent {
  email: string
  name: string
}

const mostReplyTos = 5
// Parsing an address list takes time that grows faster than its length.
const longestField = 2000

/**
 * Reads to whom a reply to a message goes: to the addresses in its Reply-To, or else to its author. Without those that
 * this service could not write to, such as addresses that are not ASCII.
 */
export function readCorrespondents(content: Buffer, author: Correspondent, alias: string): Correspondent[] {
  const field = splitMessage(content).fields.find((each) => nameOf(each) === 'reply-to')
  const written = field === undefined ? [] : readMailboxes(field)
  const valid = (all: Correspondent[]) => all.flatMap((each) => validOf(each, alias))
  const replyTos = valid(written).slice(0, mostReplyTos)
  return replyTos.length > 0 ? replyTos : valid([author])
}

// Servers to pass on the way, which mean nothing any more (RFC 5322, 4.4).
const route = /^@[^:]*:/

/** The mailboxes that an address field names, those of groups too. */
export function readMailboxes(field: string): Correspondent[] {
  const value = field.slice(field.indexOf(':') + 1)
  if (value.length > longestField) return []
  const text = flattenComments(Buffer.from(value, 'latin1').toString())
  return addressParser(text, { flatten: true }).flatMap(({ address, name }) =>
    address === undefined ? [] : [{ email: address.replace(route, ''), name }],
  )
}

function validOf({ email, name }: Correspondent, alias: string): Correspondent[] {
  const { success, data } = mailAddress.safeParse(email)
  return success && data.toLowerCase() !== alias ? [{ email: data, name }] : []
}
