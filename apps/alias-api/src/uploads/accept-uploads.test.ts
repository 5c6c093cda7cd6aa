import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { createApp, createLogger, DomainError } from '@waypost/http'
import { waitFor } from '@waypost/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { errorForm } from '../answers/error-form.ts'
import type { Actor } from '../services.ts'
import { acceptUploads } from './accept-uploads.ts'
import { beginRequest, type SlowRequest } from './test-upload.ts'
import { createUploadPlaces } from './upload-places.ts'
import { UploadedFile } from './uploaded-file.ts'

const mebibyte = 1024 * 1024
const refuse = async () => {
  throw new DomainError('forbidden', 'No')
}
const patient = { atATime: 8, waitMs: 60_000 }
const slow = { graceMs: 60_000, bytesPerSecond: 1000 }
const opened: { close(): Promise<void> }[] = []
const begun: SlowRequest[] = []
afterEach(async () => {
  for (const each of begun.splice(0)) each.leave()
  for (const each of opened.splice(0)) await each.close()
})

/** An application that says how many bytes the file of a request has, and needs no database. */
async function open({ places = patient, pace = slow, check = async () => {} } = {}) {
  const stored = new Map<string, Buffer>()
  const storage = {
    async put(content: AsyncIterable<Buffer>) {
      const id = String(stored.size)
      stored.set(id, await buffer(content))
      return id
    },
    open: async (id: string) => [stored.get(id)!] as unknown as AsyncIterable<Buffer>,
    discard: async (id: string) => void stored.delete(id),
  }
  const work = vi.fn(async (_file: UploadedFile) => {})
  const app = createApp({
    logger: createLogger('test', 'silent'),
    errorForm,
    trustProxy: false,
    corsOrigins: [],
  })
  app.decorateRequest('actor')
  app.addHook('onRequest', async (request) => {
    request.actor = { accountId: String(request.headers['x-account']) } as Actor
  })
  app.register((routes, _options, done) => {
    const uploads = acceptUploads(routes, {
      storage,
      name: 'file',
      fill(body, files) {
        const given = body as { file: unknown }
        given.file = files.get(String(given.file)) ?? given.file
      },
      check,
      takePlace: createUploadPlaces(places),
      pace,
    })
    routes.post('/', (request) =>
      uploads.during(request, async () => {
        const { file } = request.body as { file: unknown }
        if (!(file instanceof UploadedFile)) return { file }
        await work(file)
        return { size: file.size, isLarge: file.isLarge() }
      }),
    )
    done()
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  opened.push(app)
  const begin = (account: string, bytes?: number) => {
    const length: Record<string, number> = bytes === undefined ? {} : { 'content-length': bytes }
    const request = beginRequest(url, { 'x-account': account, ...length })
    begun.push(request)
    return request
  }
  const send = (account: string, content: Buffer) => {
    const body = bodyOf(content)
    const request = begin(account, body.length)
    request.end(body)
    return request.answer
  }
  return { begin, send, stored, work }
}

const bodyOf = (content: Buffer) => Buffer.from(JSON.stringify({ file: content.toString('base64') }))
const large = randomBytes(2 * mebibyte)
const largeAnswer = { status: 200, body: { size: large.length, isLarge: true } }

describe('a request with files', () => {
  test('has them as they were, large ones in the store, which is empty when the request is over', async () => {
    const { send, stored, work } = await open()
    let kept: Buffer | undefined
    work.mockImplementation(async (file) => void (kept = stored.get(file.stored().restId!)))
    expect(await send('ada', large)).toMatchObject(largeAnswer)
    expect(kept!.equals(large)).toBe(true)
    await waitFor('the file to be deleted', () => stored.size === 0)
  })

  test('has small ones in memory', async () => {
    const { send, stored } = await open()
    expect((await send('ada', Buffer.from('abc'))).body).toEqual({ size: 3, isLarge: false })
    expect(stored.size).toBe(0)
  })

  test('has 25 MiB of files, and not one byte more', async () => {
    const { send, stored } = await open()
    const most = 25 * mebibyte - '{"file":""}'.length - 100
    expect(await send('ada', Buffer.alloc(most))).toMatchObject({ status: 200, body: { size: most } })
    expect(await send('ada', Buffer.alloc(25 * mebibyte + 1))).toMatchObject({
      status: 413,
      body: { error: 'An email has at most 25 MiB, with its files as they are before base64' },
    })
    await waitFor('the files to be deleted', () => stored.size === 0)
  })

  test('that says that it is larger than any is refused before its body is sent', async () => {
    const { begin } = await open()
    expect((await begin('ada', 40 * mebibyte + 1).answer).status).toBe(413)
  })

  test('that does not say how large it is ends where none is larger', async () => {
    const { begin } = await open()
    const request = begin('ada')
    request.write('{"file":"')
    for (let sent = 0; sent <= 40; sent += 1) request.write(Buffer.alloc(mebibyte, 'A'))
    expect((await request.answer).status).toBe(413)
  })

  test('has 1 MiB besides them', async () => {
    const { begin } = await open()
    const text = JSON.stringify({ file: 'QQ==', text: 'x'.repeat(mebibyte) })
    const request = begin('ada', text.length)
    request.end(text)
    expect(await request.answer).toMatchObject({
      status: 413,
      body: { error: 'A request has at most 1 MiB besides its files' },
    })
  })

  test.each([
    ['no JSON', '{"file":"QUJD"'],
    ['a forbidden name', '{"file":"QUJD","__proto__":{}}'],
    ['broken UTF-8', Buffer.from('7b2266696c65223a22514122ff7d', 'hex')],
  ])('that is %s is refused', async (_what, text) => {
    const { begin } = await open()
    const request = begin('ada', text.length)
    request.end(text)
    expect((await request.answer).status).toBe(400)
  })

  test('whose file is not base64 has none, and nothing of it stays', async () => {
    const { begin, stored } = await open()
    const text = JSON.stringify({ file: `${'A'.repeat(3 * mebibyte)}!` })
    const request = begin('ada', text.length)
    request.end(text)
    expect((await request.answer).body).toEqual({ file: expect.not.stringContaining('AAAA') })
    await waitFor('the file to be deleted', () => stored.size === 0)
  })
})

describe('a large request', () => {
  const length = bodyOf(large).length

  test('is checked before its body is sent, also where it does not say how large it is', async () => {
    const { begin, send } = await open({ check: refuse })
    expect(await begin('ada', length).answer).toMatchObject({ status: 403, body: { error: 'No' } })
    const unsaid = begin('ada')
    unsaid.write(bodyOf(large).subarray(0, mebibyte + 1))
    expect((await unsaid.answer).status).toBe(403)
    expect((await send('ada', Buffer.from('small'))).status).toBe(200)
  })

  test('has one of two places of its account, and leaves others theirs', async () => {
    const { begin, send } = await open()
    const [one] = [begin('ada', length), begin('ada', length)]
    expect(await begin('ada', length).answer).toMatchObject({
      status: 429,
      body: { error: 'More than 2 large emails of your account are being sent at a time' },
    })
    expect(await send('bob', large)).toMatchObject(largeAnswer)
    one.end(bodyOf(large))
    expect(await one.answer).toMatchObject(largeAnswer)
    expect(await send('ada', large)).toMatchObject(largeAnswer)
  })

  test('waits for a place in the process, and is asked to come again where there is none', async () => {
    const places = { atATime: 2, waitMs: 50 }
    const { begin, send } = await open({ places })
    const [first] = [begin('ada', length), begin('bob', length)]
    const refused = await begin('eve', length).answer
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    first.end(bodyOf(large))
    expect(await first.answer).toMatchObject(largeAnswer)
    expect(await send('eve', large)).toMatchObject(largeAnswer)
  })

  test('that comes in drops ends, and its place is free', async () => {
    const pace = { graceMs: 100, bytesPerSecond: 1000 * mebibyte }
    const { begin, send, stored } = await open({ places: { ...patient, atATime: 1 }, pace })
    const dripping = begin('ada', length)
    dripping.write(bodyOf(large).subarray(0, 100))
    expect(await dripping.answer).toMatchObject({
      status: 400,
      body: { error: 'The body comes too slowly' },
    })
    // However slow the machine is that sends the next one.
    pace.graceMs = slow.graceMs
    expect(await send('bob', large)).toMatchObject(largeAnswer)
    await waitFor('the files to be deleted', () => stored.size === 0)
  })

  test('gives its place back when its client leaves, and its work is over', async () => {
    const { begin, send, work } = await open({ places: { ...patient, atATime: 1 } })
    const working = Promise.withResolvers<void>()
    work.mockReturnValueOnce(working.promise)
    const gone = begin('ada', length)
    gone.end(bodyOf(large))
    await waitFor('its work', () => work.mock.calls.length === 1)
    gone.leave()
    const next = send('bob', large)
    expect(work).toHaveBeenCalledTimes(1)
    working.resolve()
    expect(await next).toMatchObject(largeAnswer)
  })
})
