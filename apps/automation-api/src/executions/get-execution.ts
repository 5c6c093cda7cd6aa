import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { executions } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toExecution, type Execution } from './execution.ts'

export async function getExecution({ db }: Services, actor: Actor, id: string): Promise<Execution> {
  const [row] = await db
    .select()
    .from(executions)
    .where(and(eq(executions.id, id), eq(executions.ownerId, actor.ownerId)))
  if (!row) throw new DomainError('not_found', 'Execution not found or unauthorized')
  return toExecution(row)
}
