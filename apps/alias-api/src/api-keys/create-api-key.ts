import { DomainError, generateApiKey } from '@waypost/http'
import { newId } from '@waypost/postgres'
import type { z } from 'zod'
import { planLimits } from '../accounts/plans.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { enterKey } from '../cells/keys.ts'
import { apiKeys } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toApiKey, type createdApiKey, type newApiKey } from './api-key.ts'

const shownPrefixLength = 12

export const planRequired = () => new DomainError('forbidden', 'The API requires the Business plan')

/** The raw key is in this response and stored nowhere. */
export async function createApiKey(
  services: Services,
  actor: Actor,
  { name, scopes, mode }: z.infer<typeof newApiKey>,
): Promise<z.infer<typeof createdApiKey>> {
  if (!planLimits[actor.plan].hasApi) throw planRequired()
  const { rawKey, keyHash } = generateApiKey(`jm_${mode}_`)
  // Before the key: one that nothing leads to would be refused.
  await enterKey(services.directory, services.db, actor.accountId, keyHash)
  return services.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(apiKeys)
      .values({
        id: newId(),
        accountId: actor.accountId,
        name,
        prefix: rawKey.slice(0, shownPrefixLength),
        keyHash,
        scopes: [...new Set(scopes)],
        mode,
        createdAt: new Date(services.clock.now()),
      })
      .returning()
    await recordChange(tx, services, actor)
    return { apiKey: toApiKey(row!), rawKey }
  })
}
