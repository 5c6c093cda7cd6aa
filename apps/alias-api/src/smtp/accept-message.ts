import type { Db } from '@waypost/postgres'
import { tokenOf } from '../bounces/return-path.ts'
import { settleBounce } from '../bounces/settle-bounce.ts'
import type { MailServices } from '../services.ts'
import { acceptForAliases } from './accept-for-aliases.ts'
import type { IncomingMessage } from './incoming-message.ts'
import { isRoleAddress, queueForPostmaster, type Postmaster } from './role-address.ts'

/**
 * Commits a message for those of its recipients that still receive mail, and the job that will list it. What is done
 * when this returns cannot be lost any more.
 *
 * @param postmaster absent: nobody answers for this host
 * @returns whether there was anybody left to take it
 */
export async function acceptMessage(
  services: MailServices,
  message: IncomingMessage,
  postmaster?: Postmaster,
): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const [hasAlias = false] = await acceptForAliases(tx, services, [message])
    const hasReturned = await acceptReturned(tx, services, message)
    if (!postmaster) return hasAlias || hasReturned
    const role = await findRole(tx, postmaster, message)
    const hasRole = role !== undefined && (await queueForPostmaster(tx, services, postmaster, message, role))
    return hasAlias || hasReturned || hasRole
  })
}

async function acceptReturned(
  tx: Db,
  services: MailServices,
  { content, recipients }: IncomingMessage,
): Promise<boolean> {
  const tokens = new Set(recipients.flatMap((recipient) => tokenOf(recipient) ?? []))
  for (const token of tokens) await settleBounce(tx, services, token, content)
  return tokens.size > 0
}

/** One is enough: it is the same person. */
async function findRole(
  tx: Db,
  postmaster: Postmaster,
  { recipients }: IncomingMessage,
): Promise<string | undefined> {
  for (const recipient of recipients) if (await isRoleAddress(tx, postmaster, recipient)) return recipient
  return undefined
}
