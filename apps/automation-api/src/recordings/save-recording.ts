import { asc, eq } from 'drizzle-orm'
import { DomainError, nameText } from '@waypost/http'
import { joinTransaction, type Db } from '@waypost/postgres'
import { z } from 'zod'
import { automation } from '../automations/automation.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { getAutomation } from '../automations/get-automation.ts'
import { validateAutomation } from '../automations/validations/validate-automation.ts'
import { variableName } from '../automations/variables/variable-name.ts'
import { recordedSteps, recordings } from '../db/recording-tables.ts'
import { learnedElements } from '../db/tables.ts'
import { requireRoom } from '../limits/require-room.ts'
import type { Actor, ApiServices } from '../services.ts'
import { closeRecording } from './close-recording.ts'
import { isOwnRecording, recordingNotFound } from './find-recording.ts'
import type { RecordedVariables } from './recorded-variables.ts'

export const savedRecording = z.object({
  automation: automation.describe('A draft until its validation has passed'),
  executionId: z.uuid().describe('Of the validation, which runs the steps in a browser of its own'),
})

export const recordingToSave = z.strictObject({
  name: nameText(200),
  description: z.string().max(2000).nullable().optional(),
  values: z
    .record(variableName, z.string().max(10_000))
    .optional()
    .describe('Of its variables, for the validation'),
  keepValues: z
    .boolean()
    .optional()
    .describe('Whether they are the defaults of later runs, secret ones sealed; true without it'),
  stopBefore: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The name of the first step that is not validated, because it must not be done again'),
})

/**
 * Makes an automation of the steps of a recording, with what is known of their elements, and validates it: it is a draft
 * until a browser that knows nothing of the recording has done the same.
 */
export async function saveRecording(
  services: ApiServices,
  actor: Actor,
  id: string,
  { name, description, values = {}, keepValues = true, stopBefore }: z.infer<typeof recordingToSave>,
): Promise<z.infer<typeof savedRecording>> {
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: joinTransaction(tx) }
    // The account before the recording: whoever holds a row never waits for an account.
    await requireRoom(tx, services, actor.ownerId, 'automations')
    const [row] = await tx.select().from(recordings).where(isOwnRecording(actor, id)).for('update')
    if (!row) throw recordingNotFound()
    if (row.status !== 'ended') throw new DomainError('conflict', 'Recording is still running')
    if (row.automationId !== null) throw new DomainError('conflict', 'Recording continues an automation')
    const steps = await tx
      .select({ action: recordedSteps.action, learned: recordedSteps.learned })
      .from(recordedSteps)
      .where(eq(recordedSteps.recordingId, id))
      .orderBy(asc(recordedSteps.position))
    if (steps.length === 0) throw new DomainError('conflict', 'Recording has no steps')
    const made = await createAutomation(
      inside,
      actor,
      {
        name,
        description,
        actions: steps.map(({ action }) => action),
        variables: declare(row.variables, keepValues ? values : {}),
      },
      { isRecorded: true },
    )
    await keepLearned(tx, made.id, steps)
    await closeRecording(tx, services, id)
    const { executionId } = await validateAutomation(inside, actor, made.id, {
      variables: values,
      ...(row.sessionId !== null && { sessionId: row.sessionId }),
      ...(stopBefore !== undefined && { stopBefore }),
    })
    return { automation: await getAutomation(inside, actor, made.id), executionId }
  })
}

const declare = (variables: RecordedVariables, values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(variables).map(([name, { secret }]) => [
      name,
      { ...(secret && { secret }), ...(Object.hasOwn(values, name) && { default: values[name]! }) },
    ]),
  )

type Kept = Pick<typeof recordedSteps.$inferSelect, 'action' | 'learned'>

async function keepLearned(tx: Db, automationId: string, steps: Kept[]): Promise<void> {
  const rows = steps.flatMap(({ action, learned }) =>
    learned && 'selectors' in action && action.selectors
      ? [{ automationId, actionName: action.name, selectors: action.selectors, recorded: learned }]
      : [],
  )
  if (rows.length > 0) await tx.insert(learnedElements).values(rows)
}
