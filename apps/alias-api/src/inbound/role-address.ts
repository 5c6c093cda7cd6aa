import { sql } from 'drizzle-orm'
import { operatorId } from '../accounts/owner.ts'
import type { Db } from '@waypost/postgres'
import { isFormer } from '../alias-names/former-alias.ts'
import { isHosted } from '../domains/is-hosted.ts'
import { composeForward } from '../forwarding/compose-forward.ts'
import { domainOf } from '../outbound/mail-address.ts'
import { enqueueOutbound } from '../outbound/enqueue-outbound.ts'
import type { MailServices } from '../services.ts'
import type { IncomingMessage } from './incoming-message.ts'
import { hasWholeHead } from '../parsing/head-of.ts'
import { normaliseAddress } from '../addresses/live-address.ts'

/** Who answers mail to the host's role addresses, and its name. */
export interface Postmaster {
  /** Their own mailbox, elsewhere; undefined: such mail is refused. */
  mailbox: string | undefined
  mxHost: string
}

/** A role address, in the form in which aliases are stored, and the mailbox elsewhere that its mail goes to. */
export interface Role {
  address: string
  mailbox: string
}

// The role addresses of RFC 5321 section 4.5.1 and RFC 2142.
const role = /^(?:postmaster|abuse)$/
// The same, and those by which certificate authorities let somebody prove that a domain is theirs.
const roleOfOwner = /^(?:postmaster|abuse|admin|administrator|hostmaster|webmaster)$/

/** Whether an address with this local part, in lower case, is a role address of its domain. */
export const isRoleName = (localPart: string): boolean => roleOfOwner.test(localPart)

/** Whether an address, in the form in which aliases are stored, is a role address of its domain. */
export const isRoleAddress = (address: string): boolean => isRoleName(address.split('@')[0]!)

/**
 * Finds the mailbox of a role address: the operator's for the host, platform domains and their subdomains, and the
 * account's own e-mail for a custom domain, whose certificates are its owner's; the operator's where that is not confirmed. `postmaster` needs no
 * domain.
 */
export async function findRole(
  db: Db,
  { mailbox, mxHost }: Postmaster,
  recipient: string,
): Promise<Role | undefined> {
  const address = recipient.includes('@')
    ? normaliseAddress(recipient)
    : `${recipient.toLowerCase()}@${mxHost}`
  const [name = '', domain = ''] = address.split('@')
  if (!roleOfOwner.test(name) || (await isAlias(db, address))) return undefined
  const ownersMailbox = domain === mxHost ? undefined : await findOwnersMailbox(db, domain)
  if (ownersMailbox !== undefined) return { address, mailbox: ownersMailbox }
  const isOurs = role.test(name) && (domain === mxHost || (await isHosted(db, domain)))
  return isOurs && mailbox !== undefined ? { address, mailbox } : undefined
}

/** Whether an alias has the name of the role, and so receives its mail or refuses it; not one of a former owner of the domain. */
async function isAlias(db: Db, name: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from alias.addresses address where address.address = ${name} and not ${isFormer()}
  `)
  return rowCount !== 0
}

async function findOwnersMailbox(db: Db, domain: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select account.email from alias.domains domain
    join alias.accounts account on account.id = substr(domain.owner_id, length('live:') + 1)
    where domain.domain = ${domain} and domain.status = 'verified' and domain.platform_domain is null and domain.owner_id like 'live:%'
      and account.email is not null and account.email_verified is not false
  `)
  return rows[0]?.email
}

/** The roles that recipients of a message have, one for each mailbox. */
export async function findRoles(db: Db, postmaster: Postmaster, recipients: string[]): Promise<Role[]> {
  const roles = new Map<string, Role>()
  for (const recipient of recipients) {
    const found = await findRole(db, postmaster, recipient)
    if (found && !roles.has(found.mailbox)) roles.set(found.mailbox, found)
  }
  return [...roles.values()]
}

/**
 * Queues a message to a role address for its mailbox. Its sender is the role address that it was written to, and it bounces to
 * nobody, since its author is not authenticated.
 *
 * @returns false for a mail loop, and where the header is too long
 */
export async function queueForRole(
  tx: Db,
  services: MailServices,
  { mxHost }: Postmaster,
  { content, restId, size, bodyHash, mailFrom, clientIp, clientName }: IncomingMessage,
  { address, mailbox }: Role,
): Promise<boolean> {
  // Only a malicious sender writes a header that does not fit in a row.
  if (restId !== null && !hasWholeHead(content)) return false
  const forward = composeForward(content, {
    alias: address,
    author: { address: mailFrom || 'unknown', name: '' },
    clientName,
    clientIp,
    mxHost,
    at: new Date(services.clock.now()),
    from: address,
    replyTo: 'author',
  })
  if (!forward) return false
  const outbound = {
    ownerId: operatorId,
    emailId: null,
    mailFrom: '',
    rcptTo: mailbox,
    content: forward,
    restId,
    restSize: size - content.length,
    bodyHash,
    signedBy: domainOf(address),
  }
  await enqueueOutbound(tx, services, [outbound])
  return true
}
