import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test-app.ts'
import type { Automation } from '../automation.ts'
import type { AutomationVersion } from './automation-version.ts'
import { persistHeal } from '../persist-heal.ts'

let service: TestApp
let headers: Record<string, string>
const click = { name: 'Go', type: 'click', selectors: ['#go'] }

beforeAll(async () => {
  service = await startTestApp({ limits: { versionsKept: 3 } })
  headers = await service.key('ada', 'automation:read', 'automation:write', 'automation:execute')
})
afterAll(() => service.close())

const send = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
  service.app.inject({
    method,
    url: `/api/v1/automations${path}`,
    headers,
    ...(payload && { payload }),
  })
const create = async () => (await send('POST', '', { name: '1', actions: [click] })).json<Automation>()
const kept = async (id: string) => {
  const response = await send('GET', `/${id}/versions`)
  return {
    versions: response.json<AutomationVersion[]>().map(({ version, cause }) => `${version} ${cause}`),
    total: response.headers['x-total-count'],
  }
}

test('a new version drops the oldest one beyond the limit', async () => {
  const { id } = await create()
  for (const name of ['2', '3']) await send('PATCH', `/${id}`, { name })
  expect(await kept(id)).toEqual({ versions: ['3 updated', '2 updated', '1 created'], total: '3' })
  await send('PATCH', `/${id}`, { name: '4' })
  expect(await kept(id)).toEqual({ versions: ['4 updated', '3 updated', '2 updated'], total: '3' })
})

test('a dropped version cannot be restored, and the oldest kept one can, which drops it', async () => {
  const { id } = await create()
  for (const name of ['2', '3', '4']) await send('PATCH', `/${id}`, { name })
  const gone = await send('POST', `/${id}/versions/1/restore`)
  expect(gone.statusCode).toBe(404)
  expect(gone.json()).toMatchObject({ message: 'Version not found or unauthorized' })
  expect((await send('POST', `/${id}/versions/2/restore`)).json()).toMatchObject({ name: '2', version: 5 })
  expect((await kept(id)).versions).toEqual(['5 restored', '4 updated', '3 updated'])
})

test('a lowered limit applies at the next version, and versions of other automations stay', async () => {
  const [lowered, other] = [await create(), await create()]
  for (const { id } of [lowered, other])
    for (const name of ['2', '3']) await send('PATCH', `/${id}`, { name })
  service.services.limits.versionsKept = 1
  try {
    await send('PATCH', `/${lowered.id}`, { name: '4' })
  } finally {
    service.services.limits.versionsKept = 3
  }
  expect(await kept(lowered.id)).toEqual({ versions: ['4 updated'], total: '1' })
  expect((await kept(other.id)).total).toBe('3')
})

test('a heal drops the oldest version too, with a runner’s role', async () => {
  const { id: automationId } = await create()
  for (const name of ['2', '3']) await send('PATCH', `/${automationId}`, { name })
  const { executionId } = (await send('POST', `/${automationId}/trigger`)).json<{ executionId: string }>()
  const runner = { ...service.services, db: service.database.connectAs('waypost_automation_runner').db }
  const healed = { actionName: 'Go', oldSelectors: ['#go'], newSelectors: ['#went'], frame: [] }
  expect(await persistHeal(runner, { executionId, automationId }, healed)).toBe(true)
  expect((await kept(automationId)).versions).toEqual(['4 healed', '3 updated', '2 updated'])
})
