import { generateApiKey } from '@waypost/http'
import { newId } from '@waypost/postgres'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { apiKeys } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { toApiKey, type ApiKey, type newApiKey } from './api-key.ts'

const shownPrefixLength = 12

/** Creates an API key. The raw key is only in this response and is not stored. */
export async function createApiKey(
  services: ApiServices,
  actor: Actor,
  { name, scopes, expiresAt }: z.infer<typeof newApiKey>,
): Promise<{ apiKey: ApiKey; rawKey: string }> {
  const { db, clock, directory } = services
  const { ownerId } = actor
  const { rawKey, keyHash } = generateApiKey('gfac_')
  // Before the key: one that nothing leads to would be refused.
  await directory?.enterKey(ownerId, keyHash)
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(apiKeys)
      .values({
        id: newId(),
        ownerId,
        name,
        prefix: rawKey.slice(0, shownPrefixLength),
        keyHash,
        scopes: [...new Set(scopes)],
        createdAt: new Date(clock.now()),
        expiresAt: expiresAt ? new Date(expiresAt) : null,
      })
      .returning()
    await recordChange(tx, services, actor, 'api_key.created', row!.id)
    return { apiKey: toApiKey(row!), rawKey }
  })
}
