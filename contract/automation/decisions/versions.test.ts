import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import { scopes, type Automation } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decision 22, where an automation changes.
let service: ServiceUnderTest
let key: Client
let automation: Automation
let url: string

beforeAll(async () => {
  service = await startService()
  key = await service.key(scopes)
})
beforeEach(async () => {
  automation = await service.automation(key)
  url = `/api/v1/automations/${automation.id}`
})
afterAll(() => service.close())

describe('ETag', () => {
  test('is the version in the responses to POST, GET, PATCH and restore', async () => {
    const given = { name: 'a', actions: automation.actions }
    const tags = [
      await key.post('/api/v1/automations', given),
      await key.get(url),
      await key.patch(url, { name: 'b' }),
      await key.post(`${url}/versions/1/restore`),
    ].map(({ headers }) => headers.get('etag'))
    expect(tags).toEqual(['"1"', '"1"', '"2"', '"3"'])
  })
  test('a PATCH with the current version in If-Match is made', async () => {
    expect(await key.patch(url, { name: 'b' }, { 'if-match': '"1"' })).toMatchObject({
      status: 200,
      body: { name: 'b', version: 2 },
    })
  })
  test('a PATCH with an earlier version in If-Match is refused with 412', async () => {
    await key.patch(url, { name: 'b' })
    const { status, body } = await key.patch(url, { name: 'c' }, { 'if-match': '"1"' })
    expect({ status, body }).toEqual({
      status: 412,
      body: { statusCode: 412, message: 'Automation has changed', error: 'Precondition Failed' },
    })
    expect((await key.get(url)).body).toMatchObject({ name: 'b', version: 2 })
  })
  test('a GET with the current version in If-None-Match answers 304 without a body', async () => {
    const { status, body, headers } = await key.get(url, { 'if-none-match': '"1"' })
    expect({ status, body, tag: headers.get('etag') }).toEqual({ status: 304, body: '', tag: '"1"' })
  })
  test('a GET with an earlier version in If-None-Match returns the automation', async () => {
    await key.patch(url, { name: 'b' })
    expect(await key.get(url, { 'if-none-match': '"1"' })).toMatchObject({
      status: 200,
      body: { version: 2 },
    })
  })
})

describe('GET /api/v1/automations/:id/versions', () => {
  test('returns the versions, the newest first', async () => {
    await key.patch(url, { name: 'b', description: 'changed' })
    await key.post(`${url}/versions/1/restore`)
    const { status, body, headers } = await key.get(`${url}/versions`)
    const { actions } = automation
    const createdAt = expect.any(String)
    const same = { actions, variables: {}, screenshots: 'key', createdAt }
    expect(status).toBe(200)
    expect(body).toEqual([
      { version: 3, name: 'Price', description: null, cause: 'restored', ...same },
      { version: 2, name: 'b', description: 'changed', cause: 'updated', ...same },
      { version: 1, name: 'Price', description: null, cause: 'created', ...same },
    ])
    expect(headers.get('x-total-count')).toBe('3')
  })
  test('has no version for a PATCH that changes nothing', async () => {
    await key.patch(url, { name: 'Price' })
    await key.patch(url, {})
    expect((await key.get(`${url}/versions`)).body).toHaveLength(1)
  })
})

describe('POST /api/v1/automations/:id/versions/:n/restore', () => {
  test('returns the automation as a new version', async () => {
    await key.patch(url, { name: 'b' })
    const { status, body } = await key.post(`${url}/versions/1/restore`)
    expect(status).toBe(200)
    expect(body).toEqual({ ...automation, version: 3, updatedAt: expect.any(String) })
    expect((await key.get(url)).body).toEqual(body)
  })
  test.each(['2', '0', '-1', 'x', '99999999999999999999'])(
    'answers 404 for the version %s',
    async (version) => {
      const { status, body } = await key.post(`${url}/versions/${version}/restore`)
      expect({ status, body }).toEqual({
        status: 404,
        body: { statusCode: 404, message: 'Version not found or unauthorized', error: 'Not Found' },
      })
    },
  )
})
