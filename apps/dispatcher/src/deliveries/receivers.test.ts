import { systemClock } from '@waypost/postgres'
import { expect, test } from 'vitest'
import { createHosts } from './hosts.ts'
import { createReceivers, type Receivers } from './receivers.ts'

const quick = { timedOut: false, durationMs: 5 }
const slow = { timedOut: false, durationMs: 2000 }
const timeout = { timedOut: true, durationMs: 10_000 }

const target = (webhookId: string, ownerId = 'ada') => ({ webhookId, ownerId, url: 'https://example.com/' })

const neverPaused = () => false

const open = (concurrency: number) =>
  createReceivers({ concurrency, hosts: createHosts(systemClock, { perMinute: 1_000_000 }) })

function admitAll(receivers: Receivers, webhookId: string): number {
  let admitted = 0
  while (receivers.admit(target(webhookId), false)) admitted += 1
  return admitted
}

test('an unknown receiver has few places, and is refused more', () => {
  const receivers = open(512)
  expect(admitAll(receivers, 'one')).toBe(32)
  expect(receivers.admit(target('one'), false)).toBe(false)
  expect(receivers.admit(target('two', 'bob'), false)).toBe(true)
})

/** Lets a receiver answer quickly until its limit has grown as far as it can, and leaves one request in flight. */
function warmUp(receivers: Receivers, webhookId: string): void {
  receivers.admit(target(webhookId), false)
  for (let index = 0; index < 1000; index += 1) {
    receivers.admit(target(webhookId), false)
    receivers.release(target(webhookId), quick)
  }
}

test('a receiver that responds quickly may use half of all places while nobody else wants them', () => {
  const receivers = open(512)
  warmUp(receivers, 'one')
  expect(admitAll(receivers, 'one')).toBe(255)
  expect(receivers.full()).toEqual(['one'])
})

test('a receiver with more than its share gets no more while others use their places, until it has less', () => {
  const receivers = open(512)
  warmUp(receivers, 'one')
  for (let index = 0; index < 199; index += 1) receivers.admit(target('one'), false)
  for (let index = 0; index < 60; index += 1) receivers.admit(target(`other-${index}`, 'bob'), false)

  expect(receivers.full()).toEqual(['one'])
  expect(receivers.admit(target('one'), false)).toBe(false)
  for (let index = 0; index < 73; index += 1) receivers.release(target('one'), quick)
  expect(receivers.full()).toEqual([])
  // 127 of its own and 60 of others leave room for one to its share, and to half of all.
  expect(admitAll(receivers, 'one')).toBe(69)
})

test('a receiver that hangs loses places, down to a minimum', () => {
  const receivers = open(512)
  const inFlight = admitAll(receivers, 'one')
  for (let index = 0; index < inFlight; index += 1) receivers.release(target('one'), timeout)
  expect(admitAll(receivers, 'one')).toBe(16)
})

test('one owner never has more than half of all places, whatever the number of its receivers', () => {
  const receivers = open(100)
  let admitted = 0
  for (let index = 0; index < 10; index += 1) admitted += admitAll(receivers, `hook-${index}`)
  expect(admitted).toBe(50)
  expect(receivers.admit(target('other', 'bob'), false)).toBe(true)
})

test('a prompt receiver has room once a quarter of its places are free', () => {
  const receivers = open(512)
  expect(receivers.room('one')).toBeUndefined()
  warmUp(receivers, 'one')
  // Half of all, one of them in use.
  expect(receivers.room('one')).toBe(255)
  admitAll(receivers, 'one')
  for (let index = 0; index < 63; index += 1) receivers.release(target('one'), quick)
  expect(receivers.room('one')).toBe(0)
  receivers.release(target('one'), quick)
  expect(receivers.room('one')).toBe(64)
  receivers.release(target('one'), slow)
  expect(receivers.room('one')).toBeUndefined()
})

test('a receiver that is kept remembers its limit while it is idle, and all that it has parked is unparked', () => {
  const receivers = open(512)
  receivers.keep('one')
  warmUp(receivers, 'one')
  receivers.release(target('one'), quick)
  expect(admitAll(receivers, 'one')).toBe(256)
  receivers.park(target('one'))
  expect(receivers.takeRoomForParked(neverPaused)).toEqual([{ webhookId: 'one', places: 500 }])
  receivers.unparked({ webhookId: 'one', places: 500 }, 0)
  receivers.keep(undefined)
  for (let index = 0; index < 256; index += 1) receivers.release(target('one'), quick)
  expect(admitAll(receivers, 'one')).toBe(32)
})

test('a receiver with parked deliveries is due for unparking once half of its places are free', () => {
  const receivers = open(512)
  admitAll(receivers, 'one')
  receivers.park(target('one'))
  expect(receivers.takeRoomForParked(neverPaused)).toEqual([])
  for (let index = 0; index < 17; index += 1) receivers.release(target('one'), slow)
  expect(receivers.takeRoomForParked(neverPaused)).toEqual([{ webhookId: 'one', places: 17 }])
  receivers.unparked({ webhookId: 'one', places: 17 }, 3)
  // Until it got none: more may have been parked meanwhile.
  const rest = receivers.takeRoomForParked(neverPaused)
  expect(rest).toEqual([{ webhookId: 'one', places: 17 }])
  receivers.unparked(rest[0]!, 0)
  expect(receivers.takeRoomForParked(neverPaused)).toEqual([])
})
