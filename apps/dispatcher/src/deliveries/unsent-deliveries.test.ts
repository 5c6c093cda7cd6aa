import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { createAgent, createWatchedLookup, type Agent, type OwnFault } from '@waypost/webhooks'
import { createEgressPolicy } from '@waypost/egress'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliveries, deliveryAttempts, openTestChannel, webhooks, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'

let bed: TestChannel
let receiver: WebhookReceiver
let unsent: OwnFault[] = []
const ends: (() => Promise<void>)[] = []

beforeEach(async () => {
  bed = await openTestChannel()
  receiver = await startWebhookReceiver()
  unsent = []
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  await receiver.close()
  await bed.close()
})

const onUnsent = (fault: OwnFault) => unsent.push(fault)

function open(agent: Agent): Deliverer {
  const deliverer = createDeliverer({ ...bed.services, agent }, bed.channel, { concurrency: 10, onUnsent })
  ends.push(() => deliverer.stop())
  return deliverer
}

const withCode = (code: string) => Object.assign(new Error(code), { code })

/** @param isAnswering whether DNS answers for other names */
function resolving(
  lookup: () => Promise<{ address: string; family: number }[]>,
  isAnswering: () => boolean,
): Agent {
  return lookingUp(createWatchedLookup({ lookup, isAnswering: async () => isAnswering() }))
}

/** An agent whose connections fail. */
function failing(error: Error): Agent {
  return lookingUp(async () => {
    throw error
  })
}

function lookingUp(lookup: ReturnType<typeof createWatchedLookup>): Agent {
  const policy = createEgressPolicy({ allow: ['127.0.0.0/8'] })
  const agent = createAgent({ policy, connectionsPerOrigin: 10, lookup })
  ends.push(() => agent.destroy())
  return agent
}

async function publishDue(count: number): Promise<void> {
  await bed.registerWebhook(receiver.url.replace('127.0.0.1', 'receiver.test'))
  for (let made = 0; made < count; made += 1) await bed.publish()
  await bed.time.clock.tick(5_000)
}

const untouched = { status: 'pending', isParked: true, failedAttempts: 0 }

async function expectNoAttempt(count: number): Promise<void> {
  expect(await bed.owner.select().from(deliveryAttempts)).toEqual([])
  expect(await bed.owner.select().from(webhooks)).toMatchObject([{ failureCount: 0, lastStatus: null }])
  expect(await bed.owner.select().from(deliveries)).toMatchObject(
    Array.from({ length: count }, () => untouched),
  )
}

test('deliveries cost no attempt while DNS answers nothing, and are made once it answers', async () => {
  await publishDue(3)
  let isAway = true
  const lookup = () =>
    isAway ? Promise.reject(withCode('EAI_AGAIN')) : Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  const deliverer = open(resolving(lookup, () => !isAway))
  await deliverer.step()
  expect(unsent).toEqual(['dns', 'dns', 'dns'])
  await expectNoAttempt(3)

  isAway = false
  deliverer.start()
  await expect.poll(() => receiver.requests.length).toBe(3)
  await deliverer.stop()
  const made = Array.from({ length: 3 }, () => ({ number: 1, status: 200 }))
  expect(await bed.owner.select().from(deliveryAttempts)).toMatchObject(made)
})

test('a receiver whose own name servers fail has an attempt that failed, while DNS answers for others', async () => {
  await publishDue(1)
  await open(
    resolving(
      () => Promise.reject(withCode('EAI_AGAIN')),
      () => true,
    ),
  ).step()
  expect(unsent).toEqual([])
  expect(await bed.owner.select().from(deliveryAttempts)).toMatchObject([{ number: 1, error: 'dns_error' }])
  expect(await bed.owner.select().from(deliveries)).toMatchObject([{ failedAttempts: 1, isParked: false }])
})

test.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'ENETDOWN'])(
  'a delivery costs no attempt where the dispatcher cannot connect for %s',
  async (code) => {
    await publishDue(1)
    await open(failing(withCode(code))).step()
    expect(unsent).toEqual(['resources'])
    await expectNoAttempt(1)
  },
)

test.each([
  ['ENOTFOUND', withCode('ENOTFOUND')],
  ['ENETUNREACH', withCode('ENETUNREACH')],
  ['a refusal beside EMFILE', new AggregateError([withCode('EMFILE'), withCode('ECONNREFUSED')])],
])('%s is an attempt that failed', async (_name, error) => {
  await publishDue(1)
  await open(failing(error)).step()
  expect(unsent).toEqual([])
  expect(await bed.owner.select().from(deliveries)).toMatchObject([{ failedAttempts: 1, isParked: false }])
})
