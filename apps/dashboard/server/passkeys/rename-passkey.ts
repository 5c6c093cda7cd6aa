import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { z } from 'zod'
import { passkeys } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { toPasskey } from './list-passkeys.ts'
import type { passkey } from './passkey.ts'

/** Gives a passkey of the account another name. */
export async function renamePasskey(
  { db }: Services,
  accountId: string,
  passkeyId: string,
  name: string,
): Promise<z.infer<typeof passkey>> {
  const [renamed] = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.accountId, accountId)))
    .returning()
  if (!renamed) throw new DomainError('not_found', 'Passkey not found')
  return toPasskey(renamed)
}
