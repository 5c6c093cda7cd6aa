import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { workSchema } from '../executions/run-queue.ts'
import { openAccounts } from './test-accounts.ts'

const { bed, openAccount } = openAccounts()

type Account = Awaited<ReturnType<typeof openAccount>>

const idOf = async (asked: ReturnType<Account['post']>) => (await asked).json<{ id: string }>().id

/** The owners of the jobs of a queue, in the order in which they will be taken. */
async function ownersInTurn(queue: string): Promise<string[]> {
  const { db } = bed.service.database.connectAsOwner()
  const { rows } = await db.execute<{ owner: string }>(sql`
    select data ->> 'ownerId' as owner from ${sql.identifier(workSchema)}.job
    where name = ${queue} and state < 'active' order by priority desc, created_on`)
  return rows.map(({ owner }) => owner)
}

test.each<[what: string, queue: string, ask: (account: Account, automationId: string) => Promise<unknown>]>([
  ['run', 'runs', ({ post }, id) => post(`/api/v1/automations/${id}/trigger`)],
  [
    'run of a job',
    'runs',
    ({ post }, id) => post('/api/v1/jobs/enqueue', { type: 'automation', targetId: id }),
  ],
  [
    'run of a pipeline',
    'runs',
    async ({ post }, id) => {
      const pipelineId = await idOf(post('/api/v1/pipelines', { name: 'one', automationIds: [id] }))
      await post(`/api/v1/pipelines/${pipelineId}/trigger`)
    },
  ],
  ['request in plain language', 'intents', ({ post }) => post('/api/v1/intents', { text: 'Read the price' })],
])(
  'the first %s of an account is taken before the second of another that asked first',
  async (_what, queue, ask) => {
    const [first, second] = [await openAccount(), await openAccount()]
    for (const id of await first.automations(5)) await ask(first, id)
    for (const id of await second.automations(1)) await ask(second, id)
    const owners = await ownersInTurn(queue)
    const theirs = owners.filter((owner) => owner === first.ownerId || owner === second.ownerId)
    expect(theirs).toEqual([first.ownerId, second.ownerId, ...Array.from({ length: 4 }, () => first.ownerId)])
  },
)
