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

/** Who answers for the host and its domains. */
export interface Postmaster {
  /** Their own mailbox, elsewhere. */
  mailbox: string
  mxHost: string
}

// RFC 5321 section 4.5.1 and RFC 2142.
const role = /^(?:postmaster|abuse)@/
const owner = ownerOf('operator', 'live')

/** Whether somebody answers there because every domain that takes mail must have him; `postmaster` needs no domain. */
export async function isRoleAddress(db: Db, { mxHost }: Postmaster, address: string): Promise<boolean> {
  if (address.toLowerCase() === 'postmaster') return true
  const normal = normaliseAddress(address)
  if (!role.test(normal)) return false
  const domain = normal.slice(normal.indexOf('@') + 1)
  return domain === mxHost || isHosted(db, domain)
}

/** The first of the addresses that is one. */
export async function findRoleAddress(
  db: Db,
  postmaster: Postmaster,
  addresses: string[],
): Promise<string | undefined> {
  for (const address of addresses) if (await isRoleAddress(db, postmaster, address)) return address
  return undefined
}

/**
 * Queues a message for whoever answers for this host. It comes from the address that it was written to, and bounces to
 * nobody: what it says of its author is not checked.
 *
 * @returns false where it goes in a circle, or has a header without end
 */
export async function queueForPostmaster(
  tx: Db,
  services: MailServices,
  { mailbox, mxHost }: Postmaster,
  { content, restId, size, bodyHash, mailFrom, clientIp, clientName }: IncomingMessage,
  recipient: string,
): Promise<boolean> {
  // Nobody but who means harm writes a header that is longer than what a row has.
  if (restId !== null && !hasWholeHead(content)) return false
  const alias = recipient.includes('@') ? normaliseAddress(recipient) : `${recipient.toLowerCase()}@${mxHost}`
  const forward = composeForward(content, {
    alias,
    author: { address: mailFrom || 'unknown', name: '' },
    clientName,
    clientIp,
    mxHost,
    at: new Date(services.clock.now()),
    isRewritten: true,
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
