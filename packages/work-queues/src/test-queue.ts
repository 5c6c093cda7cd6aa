import { installQueues, openQueues, systemClock, type Clock, type Queues } from '@waypost/postgres'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { workQueue, type WorkOptions } from './work-queue.ts'

export interface Job {
  number: number
}

export const schema = 'tested_jobs'
export const queue = 'tested'
export const role = 'waypost_dashboard'

interface QueueBed {
  database: TestDatabase
  queues: Queues
  /** What the worker repeats, by its interval in ms. */
  repeated: Map<number, () => void>
}

/** For tests: a queue of a database of its own, empty for each test, and a worker of it. */
export function openQueueBed() {
  const bed = { repeated: new Map() } as QueueBed
  const clock: Clock = {
    ...systemClock,
    setInterval(fn, ms) {
      bed.repeated.set(ms, fn)
      return systemClock.setInterval(fn, ms)
    },
  }
  beforeAll(async () => {
    bed.database = await createTestDatabase()
    const options = {
      name: queue,
      notify: true,
      retryLimit: 5,
      retryDelay: 2,
      heartbeatSeconds: 60,
      expireInSeconds: 900,
    }
    await installQueues(bed.database.url, { schema, queues: [options], producers: [], consumers: [role] })
  })
  afterAll(() => bed.database.drop())
  beforeEach(async () => {
    bed.queues = await openQueues({
      clock,
      url: bed.database.url,
      role,
      applicationName: 'test',
      schema,
      wakeOnInsert: true,
      // Tests hold what works without it.
      lookForDueMs: 3_600_000,
      onError: () => {},
    })
  })
  afterEach(async () => {
    await bed.queues.boss.deleteAllJobs(queue)
    await bed.queues.close()
  })
  return {
    bed,
    add: (count: number) =>
      bed.queues.boss.insert(
        queue,
        Array.from({ length: count }, (_, number) => ({ data: { number } })),
      ),
    work: (
      options: WorkOptions,
      attempt: (job: Job, retries: number) => Promise<void>,
      onError: (error: unknown, job: Job) => void = () => {},
    ) => workQueue<Job>(bed.queues.boss, queue, options, attempt, onError),
  }
}
