import { sql } from 'drizzle-orm'
import { openQueues, type Queues } from '@waypost/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endExecution } from '../executions/end-execution.ts'
import { workSchema } from '../executions/run-queue.ts'
import { startExecution } from '../executions/start-execution.ts'
import { unparkAll } from '../executions/unpark-executions.ts'
import { openAccounts } from './test-accounts.ts'

const { bed, openAccount } = openAccounts()

type Account = Awaited<ReturnType<typeof openAccount>>

const role = 'waypost_automation_runner'
let queues: Queues
beforeAll(async () => {
  const { url } = bed.service.database
  queues = await openQueues({ url, role, applicationName: 'test', schema: workSchema, onError: () => {} })
})
afterAll(() => queues.close())

/** The same services with the runner's role. */
const runner = () => ({
  ...bed.service.services,
  work: queues.boss,
  db: bed.service.database.connectAs(role).db,
})
const trigger = async ({ post }: Account, id: string) =>
  (await post(`/api/v1/automations/${id}/trigger`)).json<{ executionId: string }>().executionId

/** Accepts a run of each of that many automations, and returns their ids. */
const accept = async (account: Account, count: number) => {
  const accepted: string[] = []
  for (const id of await account.automations(count)) accepted.push(await trigger(account, id))
  return accepted
}
const tooMany = (used: number, limit: number) => ({
  statusCode: 429,
  error: 'Too Many Requests',
  message: `Limit reached: ${used} of ${limit} waiting runs are used; there is room again when one of them starts or is stopped`,
})

describe('waiting runs', () => {
  test('over the limit are refused, and there is room again when one starts or is stopped', async () => {
    const account = await openAccount({ waitingRuns: 2 })
    const [first, second, third, fourth] = await account.automations(4)
    const executionId = await trigger(account, first!)
    await trigger(account, second!)
    const refused = await account.post(`/api/v1/automations/${third!}/trigger`)
    expect(refused.json()).toEqual(tooMany(2, 2))
    expect((await account.shown()).limits.waitingRuns).toEqual({ used: 2, limit: 2, resetsAt: null })

    await startExecution(runner(), executionId)
    expect((await account.post(`/api/v1/automations/${third!}/trigger`)).statusCode).toBe(202)
    expect((await account.post(`/api/v1/automations/${fourth!}/trigger`)).statusCode).toBe(429)
    await account.post(`/api/v1/automations/${second!}/stop`)
    expect((await account.post(`/api/v1/automations/${fourth!}/trigger`)).statusCode).toBe(202)
    expect((await account.shown()).limits).toMatchObject({
      activeRuns: { used: 1 },
      waitingRuns: { used: 2 },
    })
  })

  test('of twenty concurrent triggers at two replicas with room for one, exactly one is accepted', async () => {
    const account = await openAccount({ waitingRuns: 3 })
    const ids = await account.automations(22)
    for (const id of ids.slice(20)) await trigger(account, id)
    const asked = ids
      .slice(0, 20)
      .map((id, index) => account.post(`/api/v1/automations/${id}/trigger`, {}, (index % 2) as 0 | 1))
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([202, ...Array.from({ length: 19 }, () => 429)])
    expect((await account.shown()).limits.waitingRuns.used).toBe(3)
  })

  test('over the limit are also refused to validations and pipelines, which leave nothing behind', async () => {
    const account = await openAccount({ waitingRuns: 1 })
    const [busy, free] = await account.automations(2)
    const pipeline = { name: 'one', automationIds: [free] }
    const { id } = (await account.post('/api/v1/pipelines', pipeline)).json<{ id: string }>()
    await trigger(account, busy!)
    expect((await account.post(`/api/v1/automations/${free!}/validate`)).json()).toEqual(tooMany(1, 1))
    expect((await account.post(`/api/v1/pipelines/${id}/trigger`)).json()).toEqual(tooMany(1, 1))
    expect((await account.get(`/api/v1/pipeline-runs`)).json()).toEqual([])
    expect((await account.get(`/api/v1/automations/${free!}`)).json()).toMatchObject({ validation: null })
  })

  test('over the limit hide neither that an automation runs already nor that it is not there', async () => {
    const account = await openAccount({ waitingRuns: 1 })
    const [id] = await account.automations(1)
    await trigger(account, id!)
    expect((await account.post(`/api/v1/automations/${id!}/trigger`)).statusCode).toBe(409)
    const unknown = '00000000-0000-7000-8000-000000000000'
    expect((await account.post(`/api/v1/automations/${unknown}/trigger`)).statusCode).toBe(404)
  })

  test('follow a run that ended whatever the limit: the next automation of a pipeline is not refused', async () => {
    const account = await openAccount()
    const ids = await account.automations(3)
    const pipeline = { name: 'two', automationIds: ids.slice(0, 2) }
    const { id } = (await account.post('/api/v1/pipelines', pipeline)).json<{ id: string }>()
    const { pipelineRunId } = (await account.post(`/api/v1/pipelines/${id}/trigger`)).json<{
      pipelineRunId: string
    }>()
    const members = async () =>
      (await account.get(`/api/v1/pipeline-runs/${pipelineRunId}`)).json<{
        members: { executionId: string; status: string }[]
      }>().members
    await startExecution(runner(), (await members())[0]!.executionId)
    await trigger(account, ids[2]!)
    await account.limit({ waitingRuns: 1 })
    await endExecution(runner(), (await members())[0]!.executionId, { error: null })
    expect((await members()).map(({ status }) => status)).toEqual(['completed', 'pending'])
    expect((await account.shown()).limits.waitingRuns).toMatchObject({ used: 2, limit: 1 })
  })
})

const queued = async ({ ownerId }: Account) => {
  const { rows } = await bed.service.database.connectAsOwner().db.execute<{ id: string }>(sql`
    select data ->> 'executionId' as id from automation_jobs.job
    where name = 'runs' and state < 'active' and data ->> 'ownerId' = ${ownerId}`)
  return rows.map(({ id }) => id)
}
/** Claims and starts whatever is in the queue, all at once, as runners do. */
const startQueued = async (account: Account) => {
  const { work } = runner()
  const ids = await queued(account)
  const jobs = await work.fetch<{ executionId: string }>('runs', { batchSize: 1000, includeMetadata: true })
  const started = await Promise.all(
    jobs.map(({ id, retryCount, data }) => startExecution(runner(), data.executionId, { id, retryCount })),
  )
  return started.flatMap((run) => (run && ids.includes(run.execution.id) ? [run.execution.id] : []))
}

describe('active runs', () => {
  test('of twenty starts at the same moment no more succeed than the limit, and the rest wait without a job', async () => {
    const account = await openAccount({ activeRuns: 3 })
    const accepted = await accept(account, 20)
    const started = await startQueued(account)
    expect(started).toHaveLength(3)
    expect(await queued(account)).toEqual([])
    expect((await account.shown()).limits).toMatchObject({
      activeRuns: { used: 3, limit: 3 },
      waitingRuns: { used: 17 },
    })
    const waiting = accepted.find((id) => !started.includes(id))!
    const shown = await account.get(`/api/v1/executions/${waiting}`)
    expect(shown.json()).toMatchObject({ status: 'pending', error: null })
  })

  test('that end let waiting ones follow, until all have run', async () => {
    const account = await openAccount({ activeRuns: 2 })
    const accepted = await accept(account, 7)
    const ran: string[] = []
    for (let running = await startQueued(account); running.length > 0; running = await startQueued(account)) {
      expect((await account.shown()).limits.activeRuns.used).toBeLessThanOrEqual(2)
      ran.push(...running)
      for (const id of running) await endExecution(runner(), id, { error: null })
    }
    expect(ran.toSorted()).toEqual(accepted.toSorted())
  })

  test('that end at the moment at which others are put off leave nobody waiting beside a free place', async () => {
    const account = await openAccount({ activeRuns: 1 })
    const accepted = await accept(account, 12)
    let ended = 0
    for (let running = await startQueued(account); running.length > 0;) {
      const [, next] = await Promise.all([
        ...running.map((id) => endExecution(runner(), id, { error: null })),
        startQueued(account),
      ])
      ended += running.length
      running = [...((next as string[] | undefined) ?? []), ...(await startQueued(account))]
    }
    expect(ended).toBe(accepted.length)
  })

  test('of one account do not keep another’s waiting', async () => {
    const [busy, other] = [await openAccount({ activeRuns: 1 }), await openAccount({ activeRuns: 1 })]
    await accept(busy, 3)
    await startQueued(busy)
    await accept(other, 1)
    expect(await startQueued(other)).toHaveLength(1)
  })

  test('may be more once the limit is raised, by the next sweep', async () => {
    const account = await openAccount({ activeRuns: 0 })
    await accept(account, 3)
    expect(await startQueued(account)).toEqual([])
    await account.limit({ activeRuns: 2 })
    await unparkAll(runner())
    expect(await startQueued(account)).toHaveLength(2)
  })

  test('whose automation is deleted let the next one follow', async () => {
    const account = await openAccount({ activeRuns: 1 })
    const [first, second] = await account.automations(2)
    for (const id of [first!, second!]) await trigger(account, id)
    const [running] = await startQueued(account)
    const { automationId } = (await account.get(`/api/v1/executions/${running!}`)).json<{
      automationId: string
    }>()
    const url = `/api/v1/automations/${automationId}`
    await bed.service.app.inject({ method: 'DELETE', url, headers: account.key })
    expect(await startQueued(account)).toHaveLength(1)
  })

  test('a waiting run that was put off can be stopped, and is never started', async () => {
    const account = await openAccount({ activeRuns: 1 })
    const [first, second] = await account.automations(2)
    await trigger(account, first!)
    const [running] = await startQueued(account)
    const waiting = await trigger(account, second!)
    expect(await startQueued(account)).toEqual([])
    expect((await account.post(`/api/v1/automations/${second!}/stop`)).statusCode).toBe(202)
    await endExecution(runner(), running!, { error: null })
    expect(await startQueued(account)).toEqual([])
    expect((await account.get(`/api/v1/executions/${waiting}`)).json()).toMatchObject({
      status: 'failed',
      error: 'Stopped by user',
    })
  })
})
