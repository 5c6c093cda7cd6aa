import { describe, expect, test } from 'vitest'
import { matchAndRun } from '../intents/match-and-run.ts'
import { openAccounts } from './test-accounts.ts'

const { bed, openAccount } = openAccounts()

type Account = Awaited<ReturnType<typeof openAccount>>

const enqueue = ({ post }: Account, targetId: string, replica: 0 | 1 = 0) =>
  post('/api/v1/jobs/enqueue', { type: 'automation', targetId }, replica)
const ask = ({ post }: Account, text = 'read the price', replica: 0 | 1 = 0) =>
  post('/api/v1/intents', { text }, replica)
const message = (answer: { json: () => unknown }) => (answer.json() as { message: string }).message

/** Asks for something that one of the account's automations does, and has a runner find out. */
const understand = async (account: Account, text: string) => {
  const { intentId, jobId } = (await ask(account, text)).json<{ intentId: string; jobId: string }>()
  await matchAndRun(
    {
      ...bed.service.services,
      db: bed.service.database.connectAs('waypost_automation_runner').db,
    },
    intentId,
  )
  const intent = (await account.get(`/api/v1/intents/${intentId}`)).json<Record<string, unknown>>()
  const job = (await account.get(`/api/v1/jobs/${jobId}`)).json<Record<string, unknown>>()
  return { intent, job }
}

describe('waiting jobs', () => {
  test('over the limit are refused, and the one whose turn has come does not count', async () => {
    const account = await openAccount({ waitingJobs: 2 })
    const [id] = await account.automations(1)
    for (let count = 0; count < 3; count += 1) expect((await enqueue(account, id!)).statusCode).toBe(202)
    const refused = await enqueue(account, id!)
    expect(refused.statusCode).toBe(429)
    expect(message(refused)).toBe(
      'Limit reached: 2 of 2 waiting jobs are used; there is room again when one of them begins',
    )
    expect((await account.shown()).limits.waitingJobs).toEqual({ used: 2, limit: 2, resetsAt: null })
    await account.post(`/api/v1/automations/${id!}/stop`)
    expect((await enqueue(account, id!)).statusCode).toBe(202)
  })

  test('of twenty concurrent ones at two replicas with room for one, exactly one is accepted', async () => {
    const account = await openAccount({ waitingJobs: 1 })
    const [id] = await account.automations(1)
    await enqueue(account, id!)
    const asked = Array.from({ length: 20 }, (_, index) => enqueue(account, id!, (index % 2) as 0 | 1))
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([202, ...Array.from({ length: 19 }, () => 429)])
  })

  test('that would begin at once are waiting runs, and refused where there are too many of those', async () => {
    const account = await openAccount({ waitingRuns: 1 })
    const [busy, free] = await account.automations(2)
    await enqueue(account, busy!)
    const refused = await enqueue(account, free!)
    expect(refused.statusCode).toBe(429)
    expect(message(refused)).toContain('1 of 1 waiting runs are used')
    expect((await enqueue(account, busy!)).statusCode).toBe(202)
  })
})

describe('requests in plain language', () => {
  test('over the limit are refused', async () => {
    const account = await openAccount({ waitingIntents: 1 })
    expect((await ask(account)).statusCode).toBe(202)
    const refused = await ask(account)
    expect(refused.statusCode).toBe(429)
    expect(message(refused)).toBe(
      'Limit reached: 1 of 1 waiting requests in plain language are used; ' +
        'there is room again when one of them is dealt with',
    )
    expect((await account.shown()).limits.waitingIntents).toEqual({ used: 1, limit: 1, resetsAt: null })
  })

  test('of twenty concurrent ones at two replicas with room for one, exactly one is accepted', async () => {
    const account = await openAccount({ waitingIntents: 2 })
    await ask(account)
    const asked = Array.from({ length: 20 }, (_, index) => ask(account, 'read it', (index % 2) as 0 | 1))
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([202, ...Array.from({ length: 19 }, () => 429)])
  })

  test('count as waiting jobs, because each may become one', async () => {
    const account = await openAccount({ waitingJobs: 1 })
    await ask(account)
    expect(message(await ask(account))).toContain('1 of 1 waiting jobs are used')
  })

  test('fail with the limit as their reason where what they ask for has no room to run', async () => {
    const account = await openAccount({ waitingRuns: 1 })
    await account.post('/api/v1/automations', {
      name: 'Weather forecast for today',
      actions: [
        { name: 'Open', type: 'navigate', url: 'https://weather.example/today' },
        { name: 'Read', type: 'extractText', selectors: ['.forecast'], output: 'forecast' },
      ],
    })
    const [busy] = await account.automations(1)
    await account.post(`/api/v1/automations/${busy!}/trigger`)
    const { intent, job } = await understand(account, 'Weather forecast for today')
    expect(intent).toMatchObject({ status: 'failed', reason: 'limit_reached' })
    expect(intent['error']).toContain('Limit reached: 1 of 1 waiting runs are used')
    expect(job).toMatchObject({ status: 'failed', error: intent['error'] })
  })

  test('fail with the limit as their reason where the automation that they ask for has no room', async () => {
    const account = await openAccount({ automations: 0 })
    const { intent } = await understand(account, 'Find the height of the tide at https://tide.example/')
    expect(intent).toMatchObject({ status: 'failed', reason: 'limit_reached' })
    expect(intent['error']).toContain('Limit reached: 0 of 0 automations are used')
  })
})
