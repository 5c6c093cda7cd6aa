import { expect, test } from 'vitest'
import { createReceivers, type Receivers } from './receivers.ts'

const quick = { timedOut: false, durationMs: 5 }
const timeout = { timedOut: true, durationMs: 10_000 }

function admitAll(receivers: Receivers, webhookId: string, ownerId = 'ada'): number {
  let admitted = 0
  while (receivers.admit(webhookId, ownerId)) admitted += 1
  return admitted
}

test('gives an unknown receiver a modest number of places and refuses more', () => {
  const receivers = createReceivers({ concurrency: 512 })
  expect(admitAll(receivers, 'one')).toBe(32)
  expect(receivers.admit('one', 'ada')).toBe(false)
  expect(receivers.admit('two', 'bob')).toBe(true)
})

test('gives more to a receiver that answers quickly, up to a bound', () => {
  const receivers = createReceivers({ concurrency: 512 })
  for (let index = 0; index < 1000; index += 1) {
    receivers.admit('one', 'ada')
    receivers.admit('one', 'ada')
    receivers.release('one', 'ada', quick)
  }
  while (receivers.admit('one', 'ada'));
  for (let index = 0; index < 127; index += 1) receivers.release('one', 'ada', quick)
  expect(admitAll(receivers, 'one')).toBe(127)
})

test('takes places away from a receiver that hangs, down to a floor', () => {
  const receivers = createReceivers({ concurrency: 512 })
  const inFlight = admitAll(receivers, 'one')
  for (let index = 0; index < inFlight; index += 1) receivers.release('one', 'ada', timeout)
  expect(admitAll(receivers, 'one')).toBe(16)
})

test('never gives one owner more than half of all places, however many receivers it has', () => {
  const receivers = createReceivers({ concurrency: 100 })
  let admitted = 0
  for (let index = 0; index < 10; index += 1) admitted += admitAll(receivers, `hook-${index}`)
  expect(admitted).toBe(50)
  expect(receivers.admit('other', 'bob')).toBe(true)
})

test('names receivers with deliveries waiting once half of their places are free', () => {
  const receivers = createReceivers({ concurrency: 512 })
  admitAll(receivers, 'one')
  receivers.setParked('one', true)
  expect(receivers.withRoomForParked()).toEqual([])
  for (let index = 0; index < 17; index += 1)
    receivers.release('one', 'ada', { timedOut: false, durationMs: 2000 })
  expect(receivers.withRoomForParked()).toEqual([{ webhookId: 'one', room: 17 }])
  receivers.setParked('one', false)
  expect(receivers.withRoomForParked()).toEqual([])
})
