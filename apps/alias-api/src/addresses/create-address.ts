import { newId, type Db } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import type { z } from 'zod'
import { enforceLimit } from '../limits/enforce-limit.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { addresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAddress, type createdAddress, type newAddress } from './address.ts'
import { chooseDomain, type ChosenDomain } from './choose-domain.ts'
import { chooseTtlMs } from './choose-ttl.ts'
import { changeCounts } from './address-counts.ts'
import { forwardNewAddress } from './forward-new-address.ts'
import { generateLocalPart } from './generate-local-part.ts'

export async function createAddress(
  services: Services,
  actor: Actor,
  { alias, expiresIn, forwardToId, ...wanted }: z.infer<typeof newAddress>,
): Promise<z.infer<typeof createdAddress>> {
  const { db, clock, outbox } = services
  const { ownerId } = actor
  const label = alias ?? null
  const now = clock.now()
  const createdAt = new Date(now)
  const expiresAt = new Date(now + chooseTtlMs(actor, expiresIn))

  return db.transaction(async (tx) => {
    const chosen = await chooseDomain(tx, actor, wanted)
    const row = await insertAddress(tx, chosen, { ownerId, label, createdAt, expiresAt })
    const forwarding = forwardToId === undefined ? null : await forwardNewAddress(tx, row, forwardToId)
    await publishEvent(tx, outbox, {
      ownerId,
      event: 'address.created',
      data: { addressId: row.id, address: row.address, alias: label, expiresAt: expiresAt.toISOString() },
    })
    await enforceLimit(tx, actor.accountId, 'addresses')
    await changeCounts(tx, ownerId, { created: 1, existing: 1 })
    await recordChange(tx, services, actor)
    return { ...toAddress(row, now), forwarding }
  })
}

/** Retries with another random part if the name is taken, which is improbable: there are 2^60. */
async function insertAddress(
  tx: Db,
  { domain, domainId }: ChosenDomain,
  row: { ownerId: string; label: string | null; createdAt: Date; expiresAt: Date },
): Promise<typeof addresses.$inferSelect> {
  for (;;) {
    const address = `${generateLocalPart(row.label)}@${domain}`
    const [inserted] = await tx
      .insert(addresses)
      .values({ ...row, id: newId(), address, domain, domainId })
      .onConflictDoNothing({ target: addresses.address })
      .returning()
    if (inserted) return inserted
  }
}
