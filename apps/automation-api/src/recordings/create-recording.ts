import { sql } from 'drizzle-orm'
import { findUrlIssue, ValidationError } from '@waypost/http'
import { newId } from '@waypost/postgres'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { getAutomationRow } from '../automations/get-automation.ts'
import { checkVariables } from '../automations/variables/check-variables.ts'
import { recordings } from '../db/recording-tables.ts'
import { recordingWaits, runsChannel } from '../executions/run-queue.ts'
import { sealGivenVariables } from '../executions/given-variables.ts'
import { requireRoom } from '../limits/require-room.ts'
import type { Actor, ApiServices } from '../services.ts'
import { checkSession } from '../sessions/check-session.ts'
import { chooseActions } from './choose-actions.ts'
import { recordingContext } from './recording-context.ts'
import { toRecording, type newRecording, type Recording } from './recording.ts'

/** Begins a recording: a runner opens a browser for it within a second. */
export async function createRecording(
  services: ApiServices,
  actor: Actor,
  { url, sessionId, automationId, afterStep, beforeStep, variables = {} }: z.infer<typeof newRecording>,
): Promise<Recording> {
  const { db, egress, keyring, clock } = services
  const issue = url === undefined ? undefined : findUrlIssue(egress, 'url', url)
  if (issue) throw new ValidationError([issue])
  if (automationId !== undefined) {
    const automation = await getAutomationRow(services, actor, automationId)
    const performed = chooseActions(automation.actions, { afterStep, beforeStep })
    checkVariables(performed, automation.variables, variables)
  }
  const id = newId()
  return db.transaction(async (tx) => {
    await requireRoom(tx, services, actor.ownerId, 'activeRecordings', 'recordingMinutesPerDay')
    if (sessionId !== undefined) await checkSession(tx, services, actor, sessionId)
    const [row] = await tx
      .insert(recordings)
      .values({
        id,
        ownerId: actor.ownerId,
        status: 'pending',
        url: url ?? null,
        automationId: automationId ?? null,
        afterStep: afterStep ?? null,
        beforeStep: beforeStep ?? null,
        sessionId: sessionId ?? null,
        sealedVariables: sealGivenVariables(keyring, recordingContext(id), variables),
        createdAt: new Date(clock.now()),
      })
      .returning()
    await recordChange(tx, services, actor, 'recording.created', id)
    await tx.execute(sql`select pg_notify(${runsChannel}, ${recordingWaits})`)
    return toRecording(row!, [])
  })
}
