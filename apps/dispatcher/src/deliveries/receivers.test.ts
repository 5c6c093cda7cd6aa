import { expect, test } from 'vitest'
import { createReceivers, type Receivers } from './receivers.ts'

const quick = { timedOut: false, durationMs: 5 }
const timeout = { timedOut: true, durationMs: 10_000 }

function admitAll(receivers: Receivers, webhookId: string, ownerId = 'ada'): number {
  let admitted = 0
  while (receivers.admit(webhookId, ownerId)) admitted += 1
  return admitted
}

test('an unknown receiver has few places, and is refused more', () => {
  const receivers = createReceivers({ concurrency: 512 })
  expect(admitAll(receivers, 'one')).toBe(32)
  expect(receivers.admit('one', 'ada')).toBe(false)
  expect(receivers.admit('two', 'bob')).toBe(true)
})

test('a receiver that responds quickly gets more places, up to a maximum', () => {
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

test('a receiver that hangs loses places, down to a minimum', () => {
  const receivers = createReceivers({ concurrency: 512 })
  const inFlight = admitAll(receivers, 'one')
  for (let index = 0; index < inFlight; index += 1) receivers.release('one', 'ada', timeout)
  expect(admitAll(receivers, 'one')).toBe(16)
})

test('one owner never has more than half of all places, whatever the number of its receivers', () => {
  const receivers = createReceivers({ concurrency: 100 })
  let admitted = 0
  for (let index = 0; index < 10; index += 1) admitted += admitAll(receivers, `hook-${index}`)
  expect(admitted).toBe(50)
  expect(receivers.admit('other', 'bob')).toBe(true)
})

test('a receiver with parked deliveries is due for unparking once half of its places are free', () => {
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
