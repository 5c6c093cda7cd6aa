import { DomainError, ValidationError } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import type { z } from 'zod'
import { enforceLimit } from '../limits/enforce-limit.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import type { addresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAddress, type createdAddress, type newAddress } from './address.ts'
import { chooseDomain, type ChosenDomain } from './choose-domain.ts'
import { chooseLifetime, type Lifetime } from './lifetime.ts'
import { createdEventOf } from './created-event.ts'
import { changeCounts } from './address-counts.ts'
import { forwardNewAddress } from './forward-new-address.ts'
import { generateLocalPart } from './generate-local-part.ts'
import { insertAddresses } from './insert-addresses.ts'

export async function createAddress(
  services: Services,
  actor: Actor,
  { alias, localPart, forwardToId, domain, platformDomainId, ...wanted }: z.infer<typeof newAddress>,
): Promise<z.infer<typeof createdAddress>> {
  const { db, clock, outbox } = services
  const { ownerId } = actor
  const label = alias ?? null
  const now = clock.now()
  const createdAt = new Date(now)
  const lifetime = chooseLifetime(actor, now, wanted)

  return db.transaction(async (tx) => {
    if (localPart !== undefined && domain === undefined) throw needsDomain(localPart)
    const chosen = await chooseDomain(tx, actor, { domain, platformDomainId, localPart })
    const values = { ...chosen, ...lifetime, ownerId, label, createdAt }
    const row = await insertAddress(tx, services, values, localPart)
    const forwarding = forwardToId === undefined ? null : await forwardNewAddress(tx, row, forwardToId)
    publishEvent(tx, outbox, { ownerId, event: 'address.created', data: createdEventOf(row) })
    await enforceLimit(tx, services, actor.accountId, 'addresses')
    await changeCounts(tx, ownerId, { created: 1, existing: 1 })
    await recordChange(tx, services, actor)
    return { ...toAddress({ ...row, isStopped: false }, now), forwarding }
  })
}

/** Retries with another random part if the name is taken, which is improbable: there are 2^60. */
async function insertAddress(
  tx: Db,
  services: Pick<Services, 'directory'>,
  row: ChosenDomain & Lifetime & { ownerId: string; label: string | null; createdAt: Date },
  localPart: string | undefined,
): Promise<typeof addresses.$inferSelect> {
  for (;;) {
    const address = `${localPart ?? generateLocalPart(row.label)}@${row.domain}`
    const [inserted] = await insertAddresses(tx, services, row.ownerId, [{ ...row, id: newId(), address }])
    if (inserted) return inserted
    if (localPart !== undefined) throw new DomainError('conflict', 'Alias already exists')
  }
}

const needsDomain = (localPart: string): ValidationError =>
  new ValidationError([
    {
      property: 'localPart',
      rule: 'isIn',
      message: 'localPart must be given together with a domain of your own',
      receivedValue: localPart,
    },
  ])
