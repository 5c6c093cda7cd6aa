import { TestClock } from 'pg-boss'
import { describe, expect, test } from 'vitest'
import { endExecution } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { foldUsage } from './fold-usage.ts'
import { openAccounts } from './test-accounts.ts'

const clock = new TestClock('2026-01-02T12:00:00.000Z')
const { bed, openAccount } = openAccounts({ clock })

type Account = Awaited<ReturnType<typeof openAccount>>

const minuteMs = 60_000
const runner = () => ({
  ...bed.service.services,
  db: bed.service.database.connectAs('waypost_automation_runner').db,
})
const trigger = async ({ post }: Account, id: string) =>
  (await post(`/api/v1/automations/${id}/trigger`)).json<{ executionId: string }>().executionId
/** A run that takes so many minutes. */
const perform = async (account: Account, minutes: number) => {
  const [id] = await account.automations(1)
  const executionId = await trigger(account, id!)
  await startExecution(runner(), executionId)
  await clock.tick(minutes * minuteMs)
  await endExecution(runner(), executionId, { error: null })
}
const used = async ({ shown }: Account) => (await shown()).limits.runMinutesPerDay
const midnight = () => {
  const next = new Date(clock.now())
  next.setUTCHours(24, 0, 0, 0)
  return next.toISOString()
}

describe('the run minutes of a day', () => {
  test('are those of runs that ended and of those under way', async () => {
    const account = await openAccount()
    await perform(account, 3)
    expect(await used(account)).toEqual({ used: 3, limit: 1440, resetsAt: midnight() })
    const [id] = await account.automations(1)
    await startExecution(runner(), await trigger(account, id!))
    await clock.tick(2 * minuteMs)
    expect((await used(account)).used).toBe(5)
  })

  test('are the same after they were added up, and end with the day (UTC)', async () => {
    const account = await openAccount()
    await perform(account, 4)
    await foldUsage(bed.service.services)
    await perform(account, 1)
    expect((await used(account)).used).toBe(5)
    await foldUsage(bed.service.services)
    expect((await used(account)).used).toBe(5)
    await clock.tick(Date.parse(midnight()) - clock.now())
    expect((await used(account)).used).toBe(0)
    await perform(account, 2)
    await foldUsage(bed.service.services)
    expect((await used(account)).used).toBe(2)
  })

  test('remain used when the automation of the runs is deleted', async () => {
    const account = await openAccount()
    const [id] = await account.automations(1)
    const executionId = await trigger(account, id!)
    await startExecution(runner(), executionId)
    await clock.tick(3 * minuteMs)
    await endExecution(runner(), executionId, { error: null })
    await bed.service.app.inject({
      method: 'DELETE',
      url: `/api/v1/automations/${id!}`,
      headers: account.key,
    })
    expect((await used(account)).used).toBe(3)
  })

  test('that are used up refuse every way to a run until midnight (UTC), and say so', async () => {
    const account = await openAccount({ runMinutesPerDay: 2 })
    await perform(account, 2)
    const [id] = await account.automations(1)
    const pipeline = { name: 'one', automationIds: [id] }
    const pipelineId = (await account.post('/api/v1/pipelines', pipeline)).json<{ id: string }>().id
    const ways: [string, object?][] = [
      [`/api/v1/automations/${id!}/trigger`],
      [`/api/v1/automations/${id!}/validate`],
      [`/api/v1/pipelines/${pipelineId}/trigger`],
      ['/api/v1/jobs/enqueue', { type: 'automation', targetId: id! }],
      ['/api/v1/intents', { text: 'Read the price' }],
    ]
    const message = `Limit reached: 2 of 2 run minutes a day are used; the limit resets at ${midnight()}`
    for (const [url, payload] of ways) {
      const refused = await account.post(url, payload)
      expect(refused.json()).toMatchObject({ statusCode: 429, message })
      expect(refused.headers['retry-after']).toBe(String((Date.parse(midnight()) - clock.now()) / 1000))
    }
    await clock.tick(Date.parse(midnight()) - clock.now())
    expect((await account.post(ways[0]![0])).statusCode).toBe(202)
  })

  test('that are used up fail the runs that were waiting, with the reason, and cut none under way', async () => {
    const account = await openAccount({ runMinutesPerDay: 2 })
    const [first, second] = await account.automations(2)
    const [running, waiting] = [await trigger(account, first!), await trigger(account, second!)]
    await startExecution(runner(), running)
    await clock.tick(2 * minuteMs)
    expect(await startExecution(runner(), waiting)).toBeUndefined()
    const read = async (id: string) =>
      (await account.get(`/api/v1/executions/${id}`)).json<{ status: string; error: string | null }>()
    expect(await read(running)).toMatchObject({ status: 'running' })
    expect(await read(waiting)).toMatchObject({
      status: 'failed',
      error: `Limit reached: 2 of 2 run minutes a day are used; the limit resets at ${midnight()}`,
    })
  })

  test('that are used up fail the jobs and pipelines whose turn comes, with the reason', async () => {
    const account = await openAccount({ runMinutesPerDay: 1 })
    const ids = await account.automations(2)
    const { id } = (await account.post('/api/v1/pipelines', { name: 'two', automationIds: ids })).json<{
      id: string
    }>()
    const job = { type: 'pipeline', targetId: id }
    const { jobId } = (await account.post('/api/v1/jobs/enqueue', job)).json<{ jobId: string }>()
    for (const automationId of ids) {
      const [pending] = (
        await account.get(`/api/v1/executions?automationId=${automationId}&status=pending`)
      ).json<{ id: string }[]>()
      const started = await startExecution(runner(), pending!.id)
      await clock.tick(minuteMs)
      if (started) await endExecution(runner(), pending!.id, { error: null })
    }
    expect((await account.get(`/api/v1/jobs/${jobId}`)).json()).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('1 of 1 run minutes a day are used') as string,
    })
  })
})
