import { createBatcher } from '@waypost/concurrency'
import type { Db } from '@waypost/postgres'
import { tokenOf } from '../bounces/return-path.ts'
import { recordBounce } from '../bounces/record-bounce.ts'
import type { MailServices } from '../services.ts'
import { acceptForAliases } from './accept-for-aliases.ts'
import type { IncomingMessage } from './incoming-message.ts'
import { findRoleAddress, queueForPostmaster, type Postmaster } from './role-address.ts'

// Many that are written at once cost the disk as much as one; while one batch is written, the next one fills.
const batch = { concurrency: 1, maxItems: 50 }

/**
 * Commits messages, those that end at about the same time in one transaction, for those of their recipients that still
 * receive mail, and the jobs that will list them. What is accepted cannot be lost any more.
 *
 * @param postmaster absent: nobody answers for this host
 * @returns accepts one; says whether there was anybody left to take it. One that cannot be written keeps no other from
 * being written
 */
export function createAcceptor(
  services: MailServices,
  postmaster?: Postmaster,
): (message: IncomingMessage) => Promise<boolean> {
  const accept = (tx: Db, messages: IncomingMessage[]) => acceptMessages(tx, services, messages, postmaster)
  return createBatcher((messages) => services.db.transaction((tx) => accept(tx, messages)), batch)
}

async function acceptMessages(
  tx: Db,
  services: MailServices,
  messages: IncomingMessage[],
  postmaster: Postmaster | undefined,
): Promise<boolean[]> {
  const accepted = await acceptForAliases(tx, services, messages)
  for (const [index, message] of messages.entries()) {
    const hasReturned = await acceptReturned(tx, services, message)
    const hasRole = postmaster !== undefined && (await acceptForRole(tx, services, message, postmaster))
    accepted[index] ||= hasReturned || hasRole
  }
  return accepted
}

async function acceptReturned(
  tx: Db,
  services: MailServices,
  { content, recipients }: IncomingMessage,
): Promise<boolean> {
  const tokens = new Set(recipients.flatMap((recipient) => tokenOf(recipient) ?? []))
  for (const token of tokens) await recordBounce(tx, services, token, content)
  return tokens.size > 0
}

async function acceptForRole(
  tx: Db,
  services: MailServices,
  message: IncomingMessage,
  postmaster: Postmaster,
): Promise<boolean> {
  // Each is answered by the same person, whom one copy is enough for.
  const role = await findRoleAddress(tx, postmaster, message.recipients)
  return role !== undefined && queueForPostmaster(tx, services, postmaster, message, role)
}
