import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import { scopes, type Pipeline } from '../resources.ts'
import { openPipelineBed, pipelines } from './test-pipelines.ts'

// Decision 25, and what 15, 16, 17, 19, 20 and 22 say of pipelines.
const { bed, create, trigger, waitForEnd } = openPipelineBed()
let stranger: Client

beforeAll(async () => {
  stranger = await bed.service.key(scopes, bed.service.stranger)
})

const refused = (scope: string) => ({
  status: 403,
  body: { message: `Insufficient permissions. Required scopes: ${scope}` },
})

describe('a pipeline', () => {
  test('is created, read, listed, changed and deleted', async () => {
    const created = await create([bed.good.id, bed.bad.id])
    expect(created).toMatchObject({
      name: 'All of them',
      automationIds: [bed.good.id, bed.bad.id],
      continueOnFailure: true,
      chainSession: true,
    })
    const url = `${pipelines}/${created.id}`
    const { body, headers } = await bed.key.get(url)
    expect(body).toEqual(created)
    const listed = await bed.key.get<Pipeline[]>(`${pipelines}?limit=100`)
    expect(listed.body).toContainEqual(created)
    expect(listed.headers.get('x-total-count')).toBe(String(listed.body.length))
    const tag = headers.get('etag')!
    expect((await bed.key.get(url, { 'if-none-match': tag })).status).toBe(304)
    expect(await bed.key.patch(url, { name: 'New' }, { 'if-match': tag })).toMatchObject({
      status: 200,
      body: { name: 'New' },
    })
    expect((await bed.key.patch(url, { name: 'Stale' }, { 'if-match': tag })).status).toBe(412)
    expect((await bed.key.delete(url)).status).toBe(204)
    expect(await bed.key.get(url)).toMatchObject({
      status: 404,
      body: { message: 'Pipeline not found or unauthorized', error: 'Not Found' },
    })
  })

  test.each<[field: object, property: string, rule: string]>([
    [{ name: 7 }, 'name', 'isString'],
    [{ automationIds: [] }, 'automationIds', 'arrayMinSize'],
    [{ automationIds: ['x'] }, 'automationIds.0', 'isUuid'],
    [{ automationIds: [randomUUID()] }, 'automationIds.0', 'isIn'],
    [{ chainSession: 'yes' }, 'chainSession', 'isBoolean'],
    [{ more: true }, 'more', 'whitelistValidation'],
  ])('with %j is a 400 on its field', async (field, property, rule) => {
    const input = { name: 'Wrong', automationIds: [bed.good.id], ...field }
    const { status, body } = await bed.key.post(pipelines, input)
    expect(status).toBe(400)
    expect(body).toMatchObject([{ property, constraints: { [rule]: expect.any(String) } }])
  })

  test('with an automation twice, or one of another account, is refused', async () => {
    const others = await stranger.post(pipelines, { name: 'x', automationIds: [bed.good.id] })
    expect(others).toMatchObject({ status: 400, body: [{ property: 'automationIds.0' }] })
    const twice = await bed.key.post(pipelines, { name: 'x', automationIds: [bed.good.id, bed.good.id] })
    expect(twice).toMatchObject({ status: 400, body: [{ property: 'automationIds' }] })
  })

  test('and its runs are unknown to another account', async () => {
    const { id } = await create([bed.hanging.id])
    const { pipelineRunId } = (await trigger(id)).body
    const noPipeline = { status: 404, body: { message: 'Pipeline not found or unauthorized' } }
    expect(await stranger.get(`${pipelines}/${id}`)).toMatchObject(noPipeline)
    expect(await stranger.patch(`${pipelines}/${id}`, { name: 'his' })).toMatchObject(noPipeline)
    expect(await stranger.delete(`${pipelines}/${id}`)).toMatchObject(noPipeline)
    expect(await stranger.get(`${pipelines}/${id}/status`)).toMatchObject(noPipeline)
    expect(await stranger.post(`${pipelines}/${id}/trigger`)).toMatchObject(noPipeline)
    expect(await stranger.post(`${pipelines}/${id}/stop`)).toMatchObject(noPipeline)
    expect(await stranger.get(`/api/v1/pipeline-runs/${pipelineRunId}`)).toMatchObject({
      status: 404,
      body: { message: 'Pipeline run not found or unauthorized' },
    })
    expect((await stranger.get(`/api/v1/pipeline-runs?pipelineId=${id}`)).body).toEqual([])
    await bed.key.post(`${pipelines}/${id}/stop`)
    await waitForEnd(pipelineRunId)
  })

  test('requires the scope of each operation', async () => {
    const { id } = await create([bed.good.id])
    const others = await bed.service.key(scopes.filter((scope) => !scope.startsWith('pipeline:')))
    expect(await others.get(pipelines)).toMatchObject(refused('pipeline:read'))
    expect(await others.get('/api/v1/pipeline-runs')).toMatchObject(refused('pipeline:read'))
    expect(await others.delete(`${pipelines}/${id}`)).toMatchObject(refused('pipeline:write'))
    expect(await others.post(`${pipelines}/${id}/trigger`)).toMatchObject(refused('pipeline:execute'))
    expect((await bed.service.anonymous.get(pipelines)).status).toBe(401)
  })

  test('whose automation was deleted cannot be triggered, and the response names the automation', async () => {
    const gone = await bed.service.automation(bed.key)
    const { id } = await create([bed.good.id, gone.id])
    expect((await bed.key.delete(`/api/v1/automations/${gone.id}`)).status).toBe(204)
    expect(await trigger(id)).toMatchObject({
      status: 400,
      body: [{ property: 'automationIds.1', receivedValue: gone.id }],
    })
  })
})
