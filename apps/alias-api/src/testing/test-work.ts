import { openQueues } from '@waypost/postgres'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startTestApp, type TestApp } from './test-app.ts'
import { workSchema } from '../work-queues.ts'

interface Bed {
  service: TestApp
  /** The queues as the mail process sees them. */
  work: Awaited<ReturnType<typeof openQueues>>
}

/** For tests: a service for the file, and for each test the queues of its mail process. */
export function openWorkBed(): Bed {
  const bed = {} as Bed
  beforeAll(async () => {
    bed.service = await startTestApp()
  })
  afterAll(() => bed.service.close())
  beforeEach(async () => {
    bed.work = await openQueues({
      url: bed.service.database.url,
      role: 'waypost_alias_mail',
      applicationName: 'test',
      schema: workSchema,
      wakeOnInsert: true,
      onError: () => {},
    })
  })
  afterEach(async () => {
    await bed.work.close()
    await bed.service.empty()
  })
  return bed
}
