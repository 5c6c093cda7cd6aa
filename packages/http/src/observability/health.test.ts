import { expect, test } from 'vitest'
import { createApp } from '../create-app.ts'
import { standardErrorForm } from '../errors/standard-error-form.ts'
import { createLogger } from './logger.ts'
import { registerHealth, type ReadinessCheck } from './health.ts'

async function askReadiness(check: ReadinessCheck) {
  const app = createApp({
    logger: createLogger('test', 'silent'),
    errorForm: { ...standardErrorForm, statuses: [503] },
    trustProxy: false,
    corsOrigins: [],
  })
  registerHealth(app, [], [check])
  const { statusCode, body } = await app.inject('/readyz')
  await app.close()
  return { statusCode, body: JSON.parse(body) as unknown }
}

test.each<[string, ReadinessCheck]>([
  ['finds a problem', async () => 'the keys do not open'],
  [
    'gets no answer',
    () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' })),
  ],
])('a process of which a check %s is not ready, in the documented form', async (_what, check) => {
  expect(await askReadiness(check)).toEqual({ statusCode: 503, body: { status: 'unavailable' } })
})

test('a process whose checks find nothing is ready', async () => {
  expect(await askReadiness(async () => undefined)).toEqual({ statusCode: 200, body: { status: 'ok' } })
})
