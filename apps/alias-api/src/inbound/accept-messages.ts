import { createBatcher } from '@waypost/concurrency'
import type { Db } from '@waypost/postgres'
import { tokenOf } from '../bounces/return-path.ts'
import { recordComplaint } from '../bounces/record-complaint.ts'
import { recordBounce } from '../bounces/record-bounce.ts'
import { takenMessages } from '../db/directory-tables.ts'
import type { MailServices } from '../services.ts'
import { acceptForAliases, type Acceptance } from './accept-for-aliases.ts'
import type { IncomingMessage } from './incoming-message.ts'
import { findRoles, queueForRole, type Postmaster } from './role-address.ts'

// Committing many messages costs the disk as much as one; while a batch is written, the next one fills.
const batch = { concurrency: 1, maxItems: 100 }

/**
 * Commits messages, together with the jobs that will list them, for those of their recipients that still receive
 * mail. Messages that end at about the same time share a transaction. An accepted message can no longer be lost.
 *
 * @param postmaster absent: mail to role addresses is refused
 * @returns accepts one message, and says whether it had a recipient left. A message that cannot be stored does not
 * keep the others of its batch from being stored
 */
export function createAcceptor(
  services: MailServices,
  postmaster?: Postmaster,
): (message: IncomingMessage) => Promise<Acceptance> {
  const accept = (tx: Db, messages: IncomingMessage[]) => acceptMessages(tx, services, messages, postmaster)
  return createBatcher((messages) => services.db.transaction((tx) => accept(tx, messages)), batch)
}

async function acceptMessages(
  tx: Db,
  services: MailServices,
  messages: IncomingMessage[],
  postmaster: Postmaster | undefined,
): Promise<Acceptance[]> {
  const again = await findAgain(tx, services, messages)
  if (again.size > 0) {
    const rest = messages.filter((message) => !again.has(message))
    const outcomes = rest.length > 0 ? await acceptMessages(tx, services, rest, postmaster) : []
    return messages.map((message) => (again.has(message) ? 'accepted' : outcomes[rest.indexOf(message)]!))
  }
  const accepted = await acceptForAliases(tx, services, messages)
  for (const [index, message] of messages.entries()) {
    const hasReturned = await acceptReturned(tx, services, message)
    const hasRole = postmaster !== undefined && (await acceptForRole(tx, services, message, postmaster))
    if (hasReturned || hasRole) accepted[index] = 'accepted'
  }
  return accepted
}

/** Those that this database has taken already, when another could not take them for its recipients. Notes the others. */
async function findAgain(
  tx: Db,
  { clock }: Pick<MailServices, 'clock'>,
  messages: IncomingMessage[],
): Promise<Set<IncomingMessage>> {
  const again = new Set<IncomingMessage>()
  const createdAt = new Date(clock.now())
  for (const message of messages) {
    if (!message.partHash) continue
    const noted = await tx
      .insert(takenMessages)
      .values({ hash: message.partHash, createdAt })
      .onConflictDoNothing()
      .returning()
    if (noted.length === 0) again.add(message)
  }
  return again
}

async function acceptReturned(
  tx: Db,
  services: MailServices,
  { content, recipients }: IncomingMessage,
): Promise<boolean> {
  const tokens = new Set(recipients.flatMap((recipient) => tokenOf(recipient) ?? []))
  for (const token of tokens) await recordBounce(tx, services, token, content)
  if (tokens.size > 0) await recordComplaint(tx, services, content)
  return tokens.size > 0
}

async function acceptForRole(
  tx: Db,
  services: MailServices,
  message: IncomingMessage,
  postmaster: Postmaster,
): Promise<boolean> {
  // Somebody who reads several role addresses needs only one copy.
  const roles = await findRoles(tx, postmaster, message.recipients)
  if (roles.length === 0) return false
  await recordComplaint(tx, services, message.content)
  const queued = await Promise.all(roles.map((role) => queueForRole(tx, services, postmaster, message, role)))
  return queued.some(Boolean)
}
