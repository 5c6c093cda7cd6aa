import { beforeEach, expect, test } from 'vitest'
import { describeRefusal } from './describe-refusal.ts'
import type { Transport } from './send-outbound.ts'
import { exchanges, openMxBed, outbound } from './test-mx-transport.ts'

const { bed, createTransport } = openMxBed()
let transport: Transport

beforeEach(() => {
  bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
  transport = createTransport()
})
const sendTo = (name: string) => transport({ ...outbound, rcptTo: `${name}@bob.dev` })
const recipients = () => bed.sink.mails.flatMap(({ to }) => to)

test('the next message to a host uses the connection of the one before', async () => {
  for (const name of ['ada', 'bob', 'eve']) await sendTo(name)
  expect(recipients()).toEqual(['ada@bob.dev', 'bob@bob.dev', 'eve@bob.dev'])
  expect(bed.sink.mails.map(({ content }) => content)).toEqual(Array(3).fill(outbound.content))
  expect(bed.sink.connections).toBe(1)
})

test('a connection is used for five minutes from its begin, however often, and the next message has a new one', async () => {
  let time = Date.UTC(2026, 2, 2)
  transport = createTransport({ clock: { now: () => time } })
  await sendTo('ada')
  for (const elapsedMs of [200_000, 99_999]) {
    time += elapsedMs
    await sendTo('bob')
  }
  expect(bed.sink.connections).toBe(1)
  time += 1
  await sendTo('eve')
  expect([recipients().length, bed.sink.connections]).toEqual([4, 2])
})

test('messages that are sent at the same time have a connection each', async () => {
  await Promise.all(['ada', 'bob'].map(sendTo))
  expect(recipients().toSorted()).toEqual(['ada@bob.dev', 'bob@bob.dev'])
  expect(bed.sink.connections).toBe(2)
})

test('a message is sent once over a new connection where the host has closed the one before', async () => {
  await sendTo('ada')
  bed.sink.disconnect()
  await sendTo('bob')
  expect(recipients()).toEqual(['ada@bob.dev', 'bob@bob.dev'])
  expect(bed.sink.connections).toBe(2)
})

test('a connection on which a message was refused is closed, and the next message has a new one', async () => {
  bed.sink.refuse({ at: 'recipient', code: 550 }, undefined)
  expect(await sendTo('ada').catch(describeRefusal)).toMatchObject({ status: 'bounced' })
  await sendTo('bob')
  expect(recipients()).toEqual(['bob@bob.dev'])
  expect(bed.sink.connections).toBe(2)
})

test('a message is deferred where the host has closed the connection and refuses a new one', async () => {
  await sendTo('ada')
  bed.sink.refuse({ at: 'connect', code: 421, message: 'later' })
  bed.sink.disconnect()
  const refusal = await sendTo('bob').catch(describeRefusal)
  expect(refusal).toMatchObject({ status: 'deferred' })
})
