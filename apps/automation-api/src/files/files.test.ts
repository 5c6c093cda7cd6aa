import { randomBytes } from 'node:crypto'
import { newId, systemClock } from '@waypost/postgres'
import { sweepBlobs } from '@waypost/storage'
import { startTestObjectStore, type TestObjectStore } from '@waypost/storage/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAccount } from '../limits/get-account.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

// Larger than one chunk.
const content = randomBytes(150_000)
const cv = { contentType: 'application/pdf', contentBase64: content.toString('base64') }

describe.each(['Postgres', 'an object store'])('a file of an account in %s', (where) => {
  let service: TestApp
  let objects: TestObjectStore | undefined
  let ownerId: string
  let headers: Record<string, string>

  beforeAll(async () => {
    if (where === 'an object store') objects = await startTestObjectStore()
    service = await startTestApp({ limits: { bytesStored: 400_000 }, ...(objects && { objects }) })
  })
  afterAll(async () => {
    await service.close()
    await objects?.close()
  })
  beforeEach(async () => {
    ownerId = newId()
    headers = await service.key(ownerId, 'automation:read', 'automation:write')
  })

  const send = (method: 'GET' | 'PUT' | 'DELETE', name?: string, payload?: object, by = headers) =>
    service.app.inject({
      method,
      url: `/api/v1/files${name === undefined ? '' : `/${encodeURIComponent(name)}`}`,
      headers: by,
      ...(payload && { payload }),
    })
  const names = async (by = headers) =>
    (await send('GET', undefined, undefined, by)).json<{ name: string }[]>().map(({ name }) => name)
  const stored = async () => (await getAccount(service.services, ownerId)).limits.bytesStored.used
  const countBlobs = async () => {
    const clock = Object.assign(Object.create(systemClock) as typeof systemClock, {
      now: () => Date.now() + 61 * 60_000,
    })
    await sweepBlobs({ db: service.services.db, clock, schema: 'automation', objects })
    const { rows } = await service.database
      .connectAsOwner()
      .db.execute<{ count: number }>(sql`select count(*)::int as count from automation.blobs`)
    return rows[0]!.count
  }

  test('is saved under its name, listed without its content, and comes back as it was', async () => {
    const saved = await send('PUT', 'Lebenslauf März.pdf', cv)
    expect(saved.statusCode).toBe(200)
    expect(saved.json()).toMatchObject({
      name: 'Lebenslauf März.pdf',
      contentType: 'application/pdf',
      size: content.length,
    })
    expect((await send('GET')).json()).toEqual([saved.json()])
    const read = await send('GET', 'Lebenslauf März.pdf')
    expect(read.rawPayload.equals(content)).toBe(true)
    expect(read.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename*=UTF-8''Lebenslauf%20M%C3%A4rz.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  test('is replaced by another of its name, whose content alone is then kept and counted', async () => {
    const before = await countBlobs()
    const first = (await send('PUT', 'cv.pdf', cv)).json<{ createdAt: string }>()
    expect(await stored()).toBe(content.length)
    const second = await send('PUT', 'cv.pdf', { contentBase64: 'QQ==' })
    expect(second.json()).toMatchObject({ size: 1, createdAt: first.createdAt })
    expect((await send('GET', 'cv.pdf')).body).toBe('A')
    expect(await stored()).toBe(1)
    expect(await countBlobs()).toBe(before + 1)
  })

  test('is deleted once, with its content', async () => {
    const before = await countBlobs()
    await send('PUT', 'cv.pdf', cv)
    expect((await send('DELETE', 'cv.pdf')).statusCode).toBe(204)
    for (const method of ['DELETE', 'GET'] as const)
      expect((await send(method, 'cv.pdf')).json()).toEqual({
        statusCode: 404,
        message: 'File not found or unauthorized',
        error: 'Not Found',
      })
    expect(await stored()).toBe(0)
    expect(await countBlobs()).toBe(before)
  })

  test('is refused where the account has no room for it, and leaves nothing', async () => {
    const before = await countBlobs()
    for (const name of ['one', 'two']) expect((await send('PUT', name, cv)).statusCode).toBe(200)
    const refused = await send('PUT', 'three', cv)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ message: expect.stringContaining('400000') as string })
    expect(await names()).toEqual(['one', 'two'])
    expect(await countBlobs()).toBe(before + 2)
  })

  test('is replaced by a smaller one where the account has no room for another of that size', async () => {
    for (const name of ['one', 'two']) expect((await send('PUT', name, cv)).statusCode).toBe(200)
    const smaller = content.subarray(1).toString('base64')
    expect((await send('PUT', 'three', { contentBase64: smaller })).statusCode).toBe(403)
    expect((await send('PUT', 'two', { contentBase64: smaller })).statusCode).toBe(200)
    expect(await stored()).toBe(2 * content.length - 1)
  })

  test('is not visible to others, who have their own of that name', async () => {
    await send('PUT', 'cv.pdf', cv)
    const stranger = await service.key(newId(), 'automation:read', 'automation:write')
    expect(await names(stranger)).toEqual([])
    expect((await send('GET', 'cv.pdf', undefined, stranger)).statusCode).toBe(404)
    expect((await send('DELETE', 'cv.pdf', undefined, stranger)).statusCode).toBe(404)
    expect((await send('PUT', 'cv.pdf', { contentBase64: '' }, stranger)).statusCode).toBe(200)
    expect((await send('GET', 'cv.pdf')).rawPayload.equals(content)).toBe(true)
  })

  test.each([
    ['a path as its name', 'a/b', cv, 'name'],
    ['a NUL in its name', 'a\0b', cv, 'name'],
    ['a line break in its name', 'a\nb', cv, 'name'],
    ['no content', 'a', {}, 'contentBase64'],
    ['content that is not base64', 'a', { contentBase64: '!' }, 'contentBase64'],
    ['a type that is none', 'a', { contentType: 'pdf', contentBase64: '' }, 'contentType'],
  ])('is refused with %s', async (_what, name, body, property) => {
    const response = await send('PUT', name, body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([{ property }])
  })

  test('needs a key with the scope', async () => {
    expect((await send('GET', undefined, undefined, {})).statusCode).toBe(401)
    const reader = await service.key(ownerId, 'automation:read')
    expect((await send('PUT', 'a', cv, reader)).statusCode).toBe(403)
    expect((await send('DELETE', 'a', undefined, reader)).statusCode).toBe(403)
    const writer = await service.key(ownerId, 'automation:write')
    expect((await send('GET', 'a', undefined, writer)).statusCode).toBe(403)
  })
})

test('an account has at most 200 files', async () => {
  const service = await startTestApp()
  const headers = await service.key(newId(), 'automation:write')
  const put = (name: string) =>
    service.app.inject({
      method: 'PUT',
      url: `/api/v1/files/${name}`,
      headers,
      payload: { contentBase64: '' },
    })
  for (let index = 0; index < 200; index += 1) await put(`file-${index}`)
  expect((await put('file-0')).statusCode).toBe(200)
  expect((await put('another')).json()).toMatchObject({ statusCode: 403 })
  await service.close()
})
