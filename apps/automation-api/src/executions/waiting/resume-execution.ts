import { and, eq, type SQL } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { recordChange } from '../../audit-logs/record-change.ts'
import { executions } from '../../db/tables.ts'
import type { Actor, Services } from '../../services.ts'
import { openHandOverToken } from './hand-over-token.ts'

export interface ResumedExecution {
  executionId: string
  status: 'running'
}

/** Gives a run back that waits for a person. Its runner notices within a second. */
export async function resumeExecution(
  services: Services,
  actor: Actor,
  id: string,
): Promise<ResumedExecution> {
  return services.db.transaction(async (tx) => {
    const own = and(eq(executions.id, id), eq(executions.ownerId, actor.ownerId))
    const [execution] = await tx.select().from(executions).where(own).for('update')
    if (!execution) throw new DomainError('not_found', 'Execution not found or unauthorized')
    if (!isWaiting(execution)) throw new DomainError('conflict', 'Execution is not waiting')
    await resume(tx, services, own)
    await recordChange(tx, services, actor, 'execution.resumed', id)
    return { executionId: id, status: 'running' }
  })
}

/** What the link of an event leads to; undefined where the run no longer waits for it. */
export async function findHandOver(
  services: Services,
  token: string,
): Promise<{ id: string; message: string } | undefined> {
  const id = openHandOverToken(services, token)
  if (id === undefined) return undefined
  const [execution] = await services.db.select().from(executions).where(eq(executions.id, id))
  return execution && isWaiting(execution) ? { id, message: execution.waiting!.message } : undefined
}

/** Gives a run back for whoever has the link of its event; false where it no longer waits. */
export async function resumeByLink(services: Services, token: string, ip: string): Promise<boolean> {
  const found = await findHandOver(services, token)
  if (!found) return false
  await services.db.transaction(async (tx) => {
    const isThis = eq(executions.id, found.id)
    const [execution] = await tx.select().from(executions).where(isThis).for('update')
    await resume(tx, services, isThis)
    const actor = { ownerId: execution!.ownerId, keyId: null, ip }
    await recordChange(tx, services, actor, 'execution.resumed', found.id)
  })
  return true
}

const isWaiting = ({ status, waiting, resumedAt }: typeof executions.$inferSelect) =>
  status === 'running' && waiting !== null && resumedAt === null

const resume = (tx: Db, { clock }: Services, which: SQL | undefined) =>
  tx
    .update(executions)
    .set({ resumedAt: new Date(clock.now()) })
    .where(which)
