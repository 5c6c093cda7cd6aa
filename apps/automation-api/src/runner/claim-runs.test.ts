import { createLogger } from '@waypost/http'
import { type Database, newId, openDatabase, openQueues, type Queues } from '@waypost/postgres'
import { createTestDatabase, waitFor, type TestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runQueue, runsChannel, workSchema } from '../executions/run-queue.ts'
import { claimRuns, type ClaimedRun, type RunClaimer, type RunPlace } from './claim-runs.ts'

interface Run extends ClaimedRun, RunPlace {
  end: (error?: Error) => void
}

let database: TestDatabase
let runner: Database
let queues: Queues
let begun: Run[]
let claimer: RunClaimer

beforeEach(async () => {
  database = await createTestDatabase()
  const login = { url: database.url, role: 'waypost_automation_runner', applicationName: 'test' }
  runner = openDatabase({ ...login, maxConnections: 1 })
  queues = await openQueues({ ...login, schema: workSchema, onError: () => {} })
  begun = []
  claimer = claimRuns({ concurrency: 2, logger: createLogger('test', 'silent') })
  claimer.add({ boss: queues.boss, db: runner.db, run: begin(begun) })
  await queues.listen(runsChannel, claimer.wake)
  claimer.start()
})
afterEach(async () => {
  for (const run of begun) run.end()
  await claimer.stop()
  await Promise.all([queues.close(), runner.close()])
  await database.drop()
})

const begin = (into: Run[]) => (claimed: ClaimedRun, place: RunPlace) =>
  new Promise<void>((resolve, reject) => {
    into.push({ ...claimed, ...place, end: (error) => (error ? reject(error) : resolve()) })
  })

/** Enqueues executions and announces them, as whoever accepts one does. */
const enqueueIn = async ({ boss }: Queues, executionIds: string[]) => {
  for (const executionId of executionIds) await boss.insert(runQueue.name, [{ data: { executionId } }])
  await boss.getDb().executeSql('select pg_notify($1, $2)', [runsChannel, ''])
}
const enqueue = async (count: number) => {
  const ids = Array.from({ length: count }, newId)
  await enqueueIn(queues, ids)
  return ids
}
/** As if the jobs that wait in a database had been enqueued so much earlier. */
const age = (aged: TestDatabase, seconds: number) =>
  aged.connectAsOwner().db.execute(sql`
    update automation_jobs.job set created_on = created_on - ${seconds} * interval '1 second' where state = 'created'
  `)
const atLeast = (count: number) => waitFor(`${count} runs`, () => begun.length >= count)
const ids = () => begun.map(({ executionId }) => executionId)
/** The numbers of waiting and of claimed jobs. */
const counts = async () => (await queues.boss.getQueueStats(runQueue.name))[0]

it('the oldest runs are claimed first, and no more than there are places', async () => {
  const enqueued = await enqueue(4)
  await atLeast(2)
  claimer.wake()
  expect(await counts()).toMatchObject({ queuedCount: 2, activeCount: 2 })
  expect(ids().toSorted()).toEqual(enqueued.slice(0, 2).toSorted())
  begun[0]!.end()
  await atLeast(3)
  expect(ids()[2]).toBe(enqueued[2])
})

it('a released place is given to the next run before its own run is done', async () => {
  await enqueue(3)
  await atLeast(2)
  begun[1]!.release()
  await atLeast(3)
  // The end of the run frees no second place.
  begun[1]!.end()
  await enqueue(1)
  claimer.wake()
  expect(await counts()).toMatchObject({ queuedCount: 1 })
})

it('a failed run frees its place', async () => {
  await enqueue(3)
  await atLeast(2)
  begun[0]!.end(new Error('the database is away'))
  await atLeast(3)
})

it('stopping waits for the runs under way, released or not, and claims nothing meanwhile', async () => {
  await enqueue(3)
  await atLeast(2)
  let isStopped = false
  const stopped = claimer.stop().then(() => (isStopped = true))
  begun[0]!.release()
  begun[0]!.end()
  begun[1]!.release()
  await counts()
  expect([isStopped, begun.length]).toEqual([false, 2])
  begun[1]!.end()
  await stopped
  expect(begun).toHaveLength(2)
})

it('a run that waits for a person leaves its place to another one, and takes it back', async () => {
  const enqueued = await enqueue(4)
  await atLeast(2)
  const takeBack = begun[0]!.lend()
  await atLeast(3)
  expect(ids().toSorted()).toEqual(enqueued.slice(0, 3).toSorted())
  takeBack()
  // Three runs have two places: only the second one to end frees one.
  begun[1]!.end()
  claimer.wake()
  expect(await counts()).toMatchObject({ queuedCount: 1 })
  begun[2]!.end()
  await atLeast(4)
})

it('no more runs leave their places than may wait, and one that ends meanwhile is not counted twice', async () => {
  await enqueue(6)
  await atLeast(2)
  begun[0]!.lend()
  begun[1]!.lend()
  await atLeast(4)
  begun[2]!.lend()
  claimer.wake()
  expect(await counts()).toMatchObject({ queuedCount: 2 })
  begun[0]!.end()
  begun[2]!.lend()
  await waitFor('a place', async () => {
    begun[2]!.lend()
    return begun.length >= 5
  })
  expect(begun).toHaveLength(5)
})

describe('with several databases', () => {
  let other: TestDatabase
  let otherQueues: Queues
  let otherRunner: Database
  let otherBegun: Run[]
  let stopOther: (() => Promise<void>) | undefined

  beforeEach(async () => {
    other = await createTestDatabase()
    const login = { url: other.url, role: 'waypost_automation_runner', applicationName: 'test' }
    otherRunner = openDatabase({ ...login, maxConnections: 1 })
    otherQueues = await openQueues({ ...login, schema: workSchema, onError: () => {} })
    otherBegun = []
    stopOther = undefined
    await otherQueues.listen(runsChannel, claimer.wake)
  })
  afterEach(async () => {
    for (const run of otherBegun) run.end()
    await stopOther?.()
    await Promise.all([otherQueues.close(), otherRunner.close()])
    await other.drop()
  })

  const addOther = () => {
    stopOther = claimer.add({ boss: otherQueues.boss, db: otherRunner.db, run: begin(otherBegun) })
  }
  const enqueueInOther = (executionId: string) => enqueueIn(otherQueues, [executionId])

  it('a place goes to the database whose first run has waited longest, and all share the places', async () => {
    addOther()
    const [first] = await enqueue(1)
    await enqueueInOther(newId())
    await waitFor('both', () => begun.length === 1 && otherBegun.length === 1)
    // Both places are taken.
    const [waiting] = await enqueue(1)
    const longer = newId()
    await enqueueInOther(longer)
    await age(database, 60)
    await age(other, 120)
    claimer.wake()
    begun[0]!.end()
    await waitFor('the one that has waited longest', () => otherBegun.length === 2)
    expect(otherBegun[1]!.executionId).toBe(longer)
    expect(ids()).toEqual([first])
    otherBegun[1]!.end()
    await atLeast(2)
    expect(ids()).toEqual([first, waiting])
  })

  it('a database that fails keeps nobody else from being served', async () => {
    await otherRunner.close()
    otherRunner = openDatabase({ url: `${other.url}_gone`, applicationName: 'test', maxConnections: 1 })
    addOther()
    const enqueued = await enqueue(2)
    await atLeast(2)
    expect(ids().toSorted()).toEqual(enqueued.toSorted())
  })

  it('a database that hangs keeps nobody else from being served', async () => {
    const free = Promise.withResolvers<void>()
    const held = other.connectAsOwner().db.transaction(async (tx) => {
      await tx.execute(sql`lock table automation_jobs.job in access exclusive mode`)
      addOther()
      await free.promise
    })
    try {
      const enqueued = await enqueue(2)
      await atLeast(2)
      expect(ids().toSorted()).toEqual(enqueued.toSorted())
    } finally {
      free.resolve()
      await held
    }
  })

  it('a database that is left is claimed from no more, once its runs have ended', async () => {
    addOther()
    await enqueueInOther(newId())
    await waitFor('the run', () => otherBegun.length === 1)
    let hasEnded = false
    const stopped = stopOther!().then(() => (hasEnded = true))
    await enqueueInOther(newId())
    const [own] = await enqueue(1)
    await atLeast(1)
    expect([ids(), hasEnded, otherBegun.length]).toEqual([[own], false, 1])
    otherBegun[0]!.end()
    await stopped
  })
})
