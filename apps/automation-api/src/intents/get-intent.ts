import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { intents } from '../db/job-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toIntent, type Intent } from './intent.ts'

export async function getIntent({ db }: Services, { ownerId }: Actor, id: string): Promise<Intent> {
  const [row] = await db
    .select()
    .from(intents)
    .where(and(eq(intents.id, id), eq(intents.ownerId, ownerId)))
  if (!row) throw new DomainError('not_found', 'Intent not found or unauthorized')
  return toIntent(row)
}
