import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { recordedSteps, recordings } from '../../db/recording-tables.ts'
import { hasRoom } from '../../limits/require-bytes.ts'
import type { Services } from '../../services.ts'
import type { RecordedVariables } from '../recorded-variables.ts'
import type { DraftStep } from './draft.ts'

/** Stores a draft whenever it has changed: one time after the other, and always the latest. */
export interface DraftSaver {
  changed(): void
  /** Resolves once everything is stored. */
  flush(): Promise<void>
}

interface Saved {
  read: () => { steps: readonly DraftStep[]; variables: RecordedVariables }
  /** Called with what is stored now. */
  onStored: (steps: readonly DraftStep[]) => void
  onError: (error: unknown) => void
}

export function saveDraft(
  services: Pick<Services, 'db' | 'clock' | 'limits'>,
  recording: { id: string; ownerId: string },
  { read, onStored, onError }: Saved,
): DraftSaver {
  let stored = new Map<string, { step: DraftStep; position: number }>()
  let isChanged = false
  let saving: Promise<void> | undefined

  const save = async (): Promise<void> => {
    while (isChanged) {
      isChanged = false
      const { steps, variables } = read()
      const placed = steps.map((step, position) => ({ step, position }))
      const written = placed.filter(({ step, position }) => {
        const before = stored.get(step.id)
        return before?.step !== step || before.position !== position
      })
      await write(services, recording, { written, ids: steps.map(({ id }) => id), variables })
      stored = new Map(placed.map((each) => [each.step.id, each]))
      onStored(steps)
    }
  }
  const begin = (): Promise<void> =>
    (saving ??= save()
      .catch(onError)
      .finally(() => (saving = undefined)))
  return {
    changed() {
      isChanged = true
      void begin()
    },
    flush: begin,
  }
}

interface Written {
  written: { step: DraftStep; position: number }[]
  ids: string[]
  variables: RecordedVariables
}

function write(
  services: Pick<Services, 'db' | 'clock' | 'limits'>,
  { id, ownerId }: { id: string; ownerId: string },
  { written, ids, variables }: Written,
): Promise<void> {
  return services.db.transaction(async (tx) => {
    // One that was deleted meanwhile gets no more steps.
    const [recording] = await tx
      .select({ id: recordings.id })
      .from(recordings)
      .where(and(eq(recordings.id, id), eq(recordings.status, 'running')))
      .for('update')
    if (!recording) return
    const isPictured = await hasRoom(tx, services, ownerId)
    await tx
      .delete(recordedSteps)
      .where(
        and(
          eq(recordedSteps.recordingId, id),
          ids.length > 0 ? notInArray(recordedSteps.id, ids) : sql`true`,
        ),
      )
    for (const { step, position } of written)
      await upsert(tx, {
        id: step.id,
        recordingId: id,
        ownerId,
        position,
        action: step.action,
        learned: step.learned,
        question: step.question,
        screenshot: isPictured ? step.screenshot : null,
      })
    await tx.update(recordings).set({ variables }).where(eq(recordings.id, id))
  })
}

async function upsert(tx: Db, { id, ...row }: typeof recordedSteps.$inferInsert): Promise<void> {
  await tx
    .insert(recordedSteps)
    .values({ id, ...row })
    .onConflictDoUpdate({ target: recordedSteps.id, set: row })
}
