import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Bed } from './bed.ts'
import type { SeededRandom } from '../../harness/seeded-random.ts'

interface Stop {
  executionId: string
  /** From sending the request to its answer. */
  acceptedAfterMs: number
  /** The error of the run at its end; undefined where it was deleted or had not ended when it was last read. */
  error?: string | null
  /** From sending the request to the end of the run in the database. */
  durationMs?: number
}

/** What the API acknowledged. */
export interface Acknowledged {
  executions: Map<string, { automationId: string }>
  stops: Stop[]
  deleted: Set<string>
  /** The number of answers by status; 0 for no answer. */
  answers: Map<number, number>
}

const patienceMs = 4_000
const longestMs = 40_000

/** Triggers automations without a pause until `isOver`; stops one in four at a random moment, and deletes one in forty. */
export async function runLoad(
  bed: Bed,
  {
    kinds,
    automations,
    randoms,
    isOver,
  }: {
    kinds: object[][]
    automations: number
    /** One for each concurrent client. */
    randoms: SeededRandom[]
    isOver: () => boolean
  },
): Promise<Acknowledged> {
  const acknowledged: Acknowledged = {
    executions: new Map(),
    stops: [],
    deleted: new Set(),
    answers: new Map(),
  }
  const request: Bed['request'] = async (...call) => {
    const answer = await bed.request(...call)
    const status = answer?.status ?? 0
    acknowledged.answers.set(status, (acknowledged.answers.get(status) ?? 0) + 1)
    return answer
  }
  const create = async (index: number): Promise<string | undefined> => {
    const actions = kinds[index % kinds.length]
    const answer = await request('POST', '/automations', { name: `Chaos ${index}`, actions })
    return answer?.status === 201 ? (answer.body as { id: string }).id : undefined
  }

  const ids: string[] = []
  for (let index = 0; index < automations; index += 1) ids.push((await create(index))!)

  async function triggerOne(random: SeededRandom): Promise<void> {
    const index = Math.floor(random.upTo(ids.length))
    const automationId = ids[index]!
    const triggered = await request('POST', `/automations/${automationId}/trigger`, {})
    if (triggered?.status !== 202) {
      await setTimeout(triggered ? 10 : 200)
      return
    }
    const { executionId } = triggered.body as { executionId: string }
    acknowledged.executions.set(executionId, { automationId })
    const choice = random.upTo(40)
    if (choice < 10) await stop(automationId, random.upTo(2_000))
    else if (choice < 11) await replace(index, random.upTo(1_000))
    else await waitForEnd(bed, executionId, { everyMs: 50, limitMs: patienceMs })
  }

  async function stop(automationId: string, afterMs: number): Promise<void> {
    await setTimeout(afterMs)
    const sentAt = performance.now()
    const answer = await request('POST', `/automations/${automationId}/stop`)
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
    const answer = await request('DELETE', `/automations/${automationId}`)
    if (answer?.status !== 204) return
    acknowledged.deleted.add(automationId)
    ids[index] = (await create(index)) ?? automationId
  }

  await Promise.all(
    randoms.map(async (random) => {
      while (!isOver()) await triggerOne(random)
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
