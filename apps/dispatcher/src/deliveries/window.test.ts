import { expect, test } from 'vitest'
import { createWindow } from './window.ts'

const places = 1536

/** A window on a clock that is moved by hand, and requests that end one by one. */
function open() {
  let now = 0
  let rooms = 0
  const ends: (() => void)[] = []
  const window = createWindow(places, { now: () => now }, () => (rooms += 1))
  return {
    window,
    begin: (count: number) =>
      window.add(Array.from({ length: count }, () => new Promise<void>((resolve) => ends.push(resolve)))),
    end: async (count: number) => {
      for (const resolve of ends.splice(0, count)) resolve()
      await new Promise(setImmediate)
    },
    pass: (ms: number) => (now += ms),
    countRooms: () => rooms,
  }
}

test('768 places may be used for requests that are new', () => {
  const { window, begin } = open()
  begin(576)
  expect([window.freePlaces(), window.lookForRoom()]).toEqual([192, true])
  begin(1)
  expect([window.freePlaces(), window.lookForRoom()]).toEqual([191, false])
})

test('the others are used as requests take longer, up to all', () => {
  const { window, begin, pass } = open()
  const free = []
  for (let turn = 0; turn < 2; turn += 1) {
    begin(768)
    free.push(window.freePlaces(), window.waitMs())
    pass(49)
    free.push(window.freePlaces(), window.waitMs())
    pass(1)
  }
  expect(free).toEqual(Array.from({ length: 2 }, () => [0, 50, 0, 1]).flat())
  expect([window.inFlight(), window.freePlaces(), window.waitMs()]).toEqual([places, 0, Infinity])
})

test('a request that ends leaves its place to another one, whether it is new or not', async () => {
  const { window, begin, end, pass } = open()
  begin(768)
  await end(100)
  expect(window.freePlaces()).toBe(100)
  pass(50)
  begin(56)
  expect(window.freePlaces()).toBe(712)
  await end(668)
  expect([window.inFlight(), window.freePlaces()]).toEqual([56, 712])
})

test('whoever waits for room is told once enough of it is free', async () => {
  const { window, begin, end, countRooms } = open()
  begin(768)
  expect(window.lookForRoom()).toBe(false)
  await end(191)
  expect(countRooms()).toBe(0)
  await end(1)
  expect(countRooms()).toBe(1)
})
