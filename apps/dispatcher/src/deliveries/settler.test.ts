import { createLogger } from '@waypost/http'
import { systemClock, type Clock } from '@waypost/postgres'
import { expect, test } from 'vitest'
import type { Attempt } from './make-attempt.ts'
import { createSettler } from './settler.ts'

/** A settler that keeps what it records, and whose time passes by hand. */
function open() {
  let due: (() => void) | undefined
  const clock: Clock = {
    ...systemClock,
    setTimeout(then) {
      due = then
      return systemClock.setTimeout(() => {}, 0)
    },
  }
  const batches: Attempt[][] = []
  const repeated: boolean[] = []
  let committed = Promise.resolve()
  const settler = createSettler(
    { clock, logger: createLogger('test', 'silent') },
    1000,
    (batch, isRepeated) => {
      batches.push(batch)
      repeated.push(isRepeated)
      return committed
    },
  )
  const add = (count: number) => {
    for (let index = 0; index < count; index += 1) void settler.add({} as Attempt)
  }
  return {
    add,
    addOne: () => settler.add({} as Attempt),
    idle: settler.idle,
    /** What is settled from now on takes until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      committed = promise
      return resolve
    },
    /** What is settled fails until the returned function is called. */
    fail() {
      committed = Promise.reject(new Error('the connection ended'))
      return () => void (committed = Promise.resolve())
    },
    sizes: () => batches.map(({ length }) => length),
    repeated: () => repeated,
    /** Lets the pause that began last end. */
    async pass() {
      await expect.poll(() => due).toBeDefined()
      due!()
      due = undefined
    },
  }
}

test('an attempt is recorded at once, and the few that end soon after together', async () => {
  const { add, pass, sizes } = open()
  add(1)
  expect(sizes()).toEqual([1])
  add(1)
  add(2)
  await pass()
  await expect.poll(sizes).toEqual([1, 3])
})

test('many attempts are recorded as they end', async () => {
  const { add, sizes } = open()
  add(1)
  add(100)
  await expect.poll(sizes).toEqual([1, 100])
})

test('whoever waits for the settler waits for no pause of it', async () => {
  const { add, idle, sizes } = open()
  add(1)
  add(2)
  await idle()
  expect(sizes()).toEqual([1, 2])
})

test('a batch that could not be settled is settled again until it is, each time as a repeated one', async () => {
  const { add, fail, pass, repeated, sizes } = open()
  const mend = fail()
  add(1)
  await pass()
  await expect.poll(sizes).toEqual([1, 1])
  mend()
  await pass()
  await expect.poll(sizes).toEqual([1, 1, 1])
  expect(repeated()).toEqual([false, true, true])
})

test('whoever adds to a thousand attempts that wait is told once fewer do', async () => {
  const { add, addOne, hold, sizes } = open()
  const commit = hold()
  add(1)
  expect(addOne()).toBeUndefined()
  add(998)
  let hasRoom = false
  void addOne()!.then(() => (hasRoom = true))
  await new Promise(setImmediate)
  expect([sizes(), hasRoom]).toEqual([[1], false])
  commit()
  await expect.poll(sizes).toEqual([1, 500, 500])
  expect(hasRoom).toBe(true)
})
