import { and, eq, sql } from 'drizzle-orm'
import { DomainError, ValidationError } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import type { z } from 'zod'
import { enforceLimit } from '../limits/enforce-limit.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { listHostedElsewhere } from '../cells/list-hosted-elsewhere.ts'
import { forwardingAddresses } from '../db/tables.ts'
import { isHosted } from '../domains/is-hosted.ts'
import { domainOf } from '../outbound/mail-address.ts'
import type { Actor, ApiServices } from '../services.ts'
import {
  toForwardingAddress,
  type createdForwardingAddress,
  type newForwardingAddress,
} from './forwarding-address.ts'
import { sendVerification } from './send-verification.ts'

export const alreadyThere = 'Forwarding address already exists'

/** Adds a mailbox and sends it a link. It gets no mail before somebody has followed that link. */
export async function createForwardingAddress(
  services: ApiServices,
  actor: Actor,
  { email }: z.infer<typeof newForwardingAddress>,
): Promise<z.infer<typeof createdForwardingAddress>> {
  const { ownerId } = actor
  return services.db.transaction(async (tx) => {
    await refuseOwnDomains(tx, services, email)
    await enforceLimit(tx, services, actor.accountId, 'forwardingAddresses')
    // The lock of the account, which the limit takes, lets concurrent requests see each other's.
    const [same] = await tx
      .select({ id: forwardingAddresses.id })
      .from(forwardingAddresses)
      .where(
        and(
          eq(forwardingAddresses.ownerId, ownerId),
          sql`lower(${forwardingAddresses.email}) = lower(${email})`,
        ),
      )
    if (same) throw new DomainError('conflict', alreadyThere)
    const [row] = await tx
      .insert(forwardingAddresses)
      .values({ id: newId(), ownerId, email, createdAt: new Date(services.clock.now()) })
      .onConflictDoNothing({ target: [forwardingAddresses.ownerId, forwardingAddresses.email] })
      .returning()
    if (!row) throw new DomainError('conflict', alreadyThere)
    const link = await sendVerification(tx, services, row)
    await tx.update(forwardingAddresses).set(link).where(eq(forwardingAddresses.id, row.id))
    await recordChange(tx, services, actor)
    return toForwardingAddress(row)
  })
}

/** An alias that forwards to an alias could forward in a loop. */
async function refuseOwnDomains(
  tx: Db,
  { directory }: Pick<ApiServices, 'directory'>,
  email: string,
): Promise<void> {
  const domain = domainOf(email)
  if (!(await isHosted(tx, domain)) && !(await listHostedElsewhere(directory, tx, [domain])).has(domain))
    return
  const message = 'email must not be on a domain that hosts aliases'
  throw new ValidationError([{ property: 'email', rule: 'isEmail', message, receivedValue: email }])
}
