import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Services } from '../services.ts'
import { limitOf } from './limit-of.ts'
import { limitReached } from './limit-reached.ts'

/**
 * Refuses a pipeline with more automations than its owner may put into one.
 *
 * @throws DomainError `forbidden`
 */
export async function requireMemberRoom(
  tx: Db,
  { clock, limits }: Pick<Services, 'clock' | 'limits'>,
  ownerId: string,
  members: number,
): Promise<void> {
  const { rows } = await tx.execute<{ limit: number }>(
    sql`select ${limitOf(limits, 'pipelineMembers', ownerId)}::integer as "limit"`,
  )
  const { limit } = rows[0]!
  if (members > limit) throw limitReached('pipelineMembers', members, limit, clock.now())
}
