import { ownerOf } from '../accounts/owner.ts'
import type { Db } from '@waypost/postgres'
import { isHosted } from '../domains/is-hosted.ts'
import { composeForward } from '../forwarding/compose-forward.ts'
import { domainOf } from '../outbound/mail-address.ts'
import { enqueueOutbound } from '../outbound/enqueue-outbound.ts'
import type { MailServices } from '../services.ts'
import type { IncomingMessage } from './incoming-message.ts'
import { hasWholeHead } from '../parsing/head-of.ts'
import { normaliseAddress } from '../addresses/live-address.ts'

/** The person who answers mail to the host's role addresses. */
export interface Postmaster {
  /** Their own mailbox, elsewhere. */
  mailbox: string
  mxHost: string
}

// The role addresses of RFC 5321 section 4.5.1 and RFC 2142.
const role = /^(?:postmaster|abuse)@/
const owner = ownerOf('operator', 'live')

/** Whether an address is a role address of a domain that receives mail here; `postmaster` needs no domain. */
export async function isRoleAddress(db: Db, { mxHost }: Postmaster, address: string): Promise<boolean> {
  if (address.toLowerCase() === 'postmaster') return true
  const normal = normaliseAddress(address)
  if (!role.test(normal)) return false
  const domain = normal.slice(normal.indexOf('@') + 1)
  return domain === mxHost || isHosted(db, domain)
}

/** The first role address among the addresses. */
export async function findRoleAddress(
  db: Db,
  postmaster: Postmaster,
  addresses: string[],
): Promise<string | undefined> {
  for (const address of addresses) if (await isRoleAddress(db, postmaster, address)) return address
  return undefined
}

/**
 * Queues a message for the postmaster. Its sender is the role address that it was written to, and it bounces to
 * nobody, since its author is not authenticated.
 *
 * @returns false for a mail loop, and where the header is too long
 */
export async function queueForPostmaster(
  tx: Db,
  services: MailServices,
  { mailbox, mxHost }: Postmaster,
  { content, restId, size, bodyHash, mailFrom, clientIp, clientName }: IncomingMessage,
  recipient: string,
): Promise<boolean> {
  // Only a malicious sender writes a header that does not fit in a row.
  if (restId !== null && !hasWholeHead(content)) return false
  const alias = recipient.includes('@') ? normaliseAddress(recipient) : `${recipient.toLowerCase()}@${mxHost}`
  const forward = composeForward(content, {
    alias,
    author: { address: mailFrom || 'unknown', name: '' },
    clientName,
    clientIp,
    mxHost,
    at: new Date(services.clock.now()),
    from: alias,
    replyTo: 'author',
  })
  if (!forward) return false
  const outbound = {
    ownerId: owner,
    emailId: null,
    mailFrom: '',
    rcptTo: mailbox,
    content: forward,
    restId,
    restSize: size - content.length,
    bodyHash,
    signedBy: domainOf(alias),
  }
  await enqueueOutbound(tx, services, [outbound])
  return true
}
