import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { createEgressPolicy } from '@waypost/egress'
import { newId } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { emails } from '../db/mail-tables.ts'
import { addAddress, addEmail, openEmailBed } from '../emails/test-emails.ts'
import { createRemoteImageDownloader } from './remote-image-downloader.ts'
import { createRemoteImageFinder } from './remote-image-finder.ts'

const { bed, get } = openEmailBed()

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)])
const large = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024 - png.length)])
/** The requests of images that wait for their answers, by their paths. */
const asked: { path: string; response: ServerResponse }[] = []
let answersAtOnce = false
const server = createServer(({ url }, response) => {
  response.setHeader('content-type', 'image/png')
  if (answersAtOnce) response.end(png)
  else asked.push({ path: url!, response })
})
let site = ''
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
afterEach(() => {
  for (const { response } of asked.splice(0)) response.end(png)
})

const pathOf = (id: string, url = `${site}/a.png`) =>
  `/api/v1/emails/${id}/remote-image?url=${encodeURIComponent(url)}`
const addImage = () => addEmail(bed.service, bed.address, { bodyHtml: `<img src="${site}/a.png">` })

describe('the remote images of an account', () => {
  test('are loaded eight at once, while its other requests are answered', async () => {
    const { id } = await addImage()
    const loading = Array.from({ length: 8 }, () => get(pathOf(id)))
    await expect.poll(() => asked.length).toBe(8)
    expect((await get(pathOf(id))).json()).toEqual({
      error: 'Too many remote images are being loaded: 8 of 8. Each takes 10 seconds at most.',
    })
    // More are refused before an email is read.
    expect((await get(pathOf(newId()))).statusCode).toBe(429)
    expect((await get(`/api/v1/emails/${id}`)).statusCode).toBe(200)
    for (const { response } of asked.splice(0)) response.end(png)
    expect((await Promise.all(loading)).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
  })

  test('are loaded while another account has as many under way as it may', async () => {
    const { id } = await addImage()
    const loading = Array.from({ length: 8 }, () => get(pathOf(id)))
    await expect.poll(() => asked.length).toBe(8)
    const other = `${bed.account}-other`
    const address = await addAddress(bed.service, other)
    const email = await addEmail(bed.service, address, { bodyHtml: `<img src="${site}/b.png">` })
    const theirs = get(pathOf(email.id, `${site}/b.png`), await bed.service.key(other))
    await expect.poll(() => asked.at(-1)!.path).toBe('/b.png')
    asked.pop()!.response.end(png)
    expect((await theirs).statusCode).toBe(200)
    for (const { response } of asked.splice(0)) response.end(png)
    await Promise.all(loading)
  })

  test('count until the client has read them or is gone', async () => {
    const { id } = await addImage()
    const url = await bed.service.app.listen({ host: '127.0.0.1', port: 0 })
    const sockets = Array.from({ length: 8 }, () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.write(
        `GET ${pathOf(id)} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${bed.key.authorization}\r\n\r\n`,
      )
      return socket.pause()
    })
    await expect.poll(() => asked.length).toBe(8)
    for (const { response } of asked.splice(0)) {
      response.end(large)
      await once(response, 'close')
    }
    expect((await get(pathOf(id))).statusCode).toBe(429)
    for (const socket of sockets) socket.destroy()
    answersAtOnce = true
    onTestFinished(() => void (answersAtOnce = false))
    await expect.poll(async () => (await get(pathOf(id))).statusCode).toBe(200)
  })
})

test('an email is read once for its images of a minute, and only for its owner', async () => {
  const { id, ownerId } = await addImage()
  let now = 0
  const finder = createRemoteImageFinder({
    ...bed.service.services,
    clock: { ...bed.service.services.clock, now: () => now },
  })
  const found = async () => [...(await finder.find({ ownerId }, id))]
  expect(await found()).toEqual([`${site}/a.png`])
  await bed.service.database.connectAsOwner().db.update(emails).set({ bodyHtml: '' }).where(eq(emails.id, id))
  now = 59_999
  expect(await found()).toEqual([`${site}/a.png`])
  await expect(finder.find({ ownerId: 'live:mallory' }, id)).rejects.toThrow('Email not found')
  now = 60_000
  expect(await found()).toEqual([])
})

function openDownloader(timeoutMs?: number) {
  const policy = createEgressPolicy({ allow: ['127.0.0.0/8'] })
  const downloader = createRemoteImageDownloader(policy, timeoutMs === undefined ? {} : { timeoutMs })
  onTestFinished(downloader.close)
  const left = new AbortController()
  const download = (accountId: string, signal = left.signal): Promise<unknown> =>
    downloader.download(accountId, `${site}/${accountId}`, signal).catch((error: unknown) => error)
  return { download, left }
}
/** Asks for eight images of each of so many accounts, of which 24 are being downloaded. */
async function fill(download: (accountId: string) => Promise<unknown>): Promise<Promise<unknown>[]> {
  const all = Array.from({ length: 10 * 8 }, (_, index) => download(`account-${Math.floor(index / 8)}`))
  await expect.poll(() => asked.length).toBe(24)
  return all
}

describe('downloads of all accounts', () => {
  test('are 24 at once, and an account with one image is not behind those that wait with eight', async () => {
    const { download, left } = openDownloader()
    const all = await fill(download)
    all.push(download('late'))
    // Four accounts that have no image yet were before it.
    for (let count = 0; count < 5; count += 1) {
      expect(asked.map(({ path }) => path)).not.toContain('/late')
      const before = asked.length
      asked[count]!.response.end(png)
      await expect.poll(() => asked.length).toBe(before + 1)
    }
    expect(asked.map(({ path }) => path)).toContain('/late')
    left.abort()
    await Promise.all(all)
  })

  test('end in their time, and those that have waited for half of it are refused for now', async () => {
    const { download } = openDownloader(1000)
    const all = await fill(download)
    const outcomes = await Promise.all(all)
    const withoutPlace = { code: 'unavailable', retryAfterSeconds: 1 }
    expect(outcomes.filter((each) => (each as { reason?: string }).reason === 'timeout')).toHaveLength(24)
    expect(outcomes.filter((each) => (each as { code?: string }).code === 'unavailable')).toHaveLength(56)
    expect(outcomes.at(-1)).toMatchObject(withoutPlace)
    expect(asked).toHaveLength(24)
  })

  test('are not begun, or end, once nobody waits for them', async () => {
    const { download, left } = openDownloader()
    const all = await fill(download)
    const other = new AbortController()
    const gone = download('gone', other.signal)
    other.abort()
    expect(await gone).toMatchObject({ code: 'unavailable' })
    left.abort()
    await Promise.all(all)
    expect(asked.map(({ path }) => path)).not.toContain('/gone')
    await expect.poll(() => asked.every(({ response }) => response.destroyed)).toBe(true)
  })
})
