import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Bed } from './bed.ts'
import type { Chance } from './chance.ts'

interface Stop {
  executionId: string
  /** From sending the request to its answer. */
  acceptedAfterMs: number
  /** What it ended with; undefined where it was deleted before that was seen. */
  error?: string | null
  /** From sending the request to its end as others see it. */
  durationMs?: number
}

/** What the API acknowledged. */
export interface Acknowledged {
  executions: Map<string, { automationId: string }>
  stops: Stop[]
  deleted: Set<string>
  /** How often it answered what, by status; 0 where it did not answer. */
  answers: Map<number, number>
}

const patienceMs = 4_000
const longestMs = 40_000

/** Triggers automations without a pause until told to end; stops one in four at any moment, deletes one in forty. */
export async function putLoad(
  bed: Bed,
  {
    kinds,
    automations,
    chances,
    isOver,
  }: {
    kinds: object[][]
    automations: number
    /** One for each that triggers at a time. */
    chances: Chance[]
    isOver: () => boolean
  },
): Promise<Acknowledged> {
  const acknowledged: Acknowledged = {
    executions: new Map(),
    stops: [],
    deleted: new Set(),
    answers: new Map(),
  }
  const ask: Bed['ask'] = async (...request) => {
    const answer = await bed.ask(...request)
    const status = answer?.status ?? 0
    acknowledged.answers.set(status, (acknowledged.answers.get(status) ?? 0) + 1)
    return answer
  }
  const create = async (index: number): Promise<string | undefined> => {
    const actions = kinds[index % kinds.length]
    const answer = await ask('POST', '/automations', { name: `Chaos ${index}`, actions })
    return answer?.status === 201 ? (answer.body as { id: string }).id : undefined
  }

  const ids: string[] = []
  for (let index = 0; index < automations; index += 1) ids.push((await create(index))!)

  async function triggerOne(chance: Chance): Promise<void> {
    const index = Math.floor(chance.upTo(ids.length))
    const automationId = ids[index]!
    const triggered = await ask('POST', `/automations/${automationId}/trigger`, {})
    if (triggered?.status !== 202) {
      await setTimeout(triggered ? 10 : 200)
      return
    }
    const { executionId } = triggered.body as { executionId: string }
    acknowledged.executions.set(executionId, { automationId })
    const fate = chance.upTo(40)
    if (fate < 10) await stop(automationId, chance.upTo(2_000))
    else if (fate < 11) await replace(index, chance.upTo(1_000))
    else await waitForEnd(bed, executionId, { everyMs: 50, limitMs: patienceMs })
  }

  async function stop(automationId: string, afterMs: number): Promise<void> {
    await setTimeout(afterMs)
    const sentAt = performance.now()
    const answer = await ask('POST', `/automations/${automationId}/stop`)
    if (answer?.status !== 202) return
    const acceptedAfterMs = performance.now() - sentAt
    const { executionId } = answer.body as { executionId: string }
    const end = await waitForEnd(bed, executionId, { everyMs: 10, limitMs: longestMs })
    acknowledged.stops.push({
      executionId,
      acceptedAfterMs,
      ...(end !== 'deleted' && {
        durationMs: performance.now() - sentAt,
        ...(end !== 'active' && { error: end.error }),
      }),
    })
  }

  async function replace(index: number, afterMs: number): Promise<void> {
    await setTimeout(afterMs)
    const automationId = ids[index]!
    const answer = await ask('DELETE', `/automations/${automationId}`)
    if (answer?.status !== 204) return
    acknowledged.deleted.add(automationId)
    ids[index] = (await create(index)) ?? automationId
  }

  await Promise.all(
    chances.map(async (chance) => {
      while (!isOver()) await triggerOne(chance)
    }),
  )
  return acknowledged
}

async function waitForEnd(
  { db }: Bed,
  executionId: string,
  { everyMs, limitMs }: { everyMs: number; limitMs: number },
): Promise<{ error: string | null } | 'deleted' | 'active'> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const {
      rows: [row],
    } = await db.execute<{ status: string; error: string | null }>(
      sql`select status, error from automation.executions where id = ${executionId}`,
    )
    if (!row) return 'deleted'
    if (row.status === 'completed' || row.status === 'failed') return { error: row.error }
    if (performance.now() > deadline) return 'active'
    await setTimeout(everyMs)
  }
}
