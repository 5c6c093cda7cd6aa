import { setTimeout } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher } from 'undici'
import { cut } from './cut.ts'
import { inStore } from './in-store.ts'
import type { ObjectStore } from './object-store.ts'
import type { ObjectStoreOptions } from './parse-storage-url.ts'

const connectMs = 5000
const silentMs = 30_000
const attempts = 3
const pauseMs = 200
const longestError = 2048
const partial = 206

/** A refusal of the store. Its code is safe to show: it contains nothing of ours. */
class ObjectStoreError extends Error {
  override name = 'ObjectStoreError'
  readonly status: number

  constructor(method: string, status: number, code: string) {
    super(`the object store answers ${method} with ${status} ${code}`)
    this.status = status
  }
}

export interface OpenObjectStore extends ObjectStore {
  /** How many requests the store has done since the start, and how many it has not, though it was asked again. */
  requests(): { done: number; failed: number }
  close(): Promise<void>
}

/**
 * A client for stores that speak S3. It uses only what all of them have in common: PUT, GET and DELETE of one object,
 * signed (Signature Version 4), with a checksum of the content.
 *
 * @returns with `close`, which ends its connections
 */
export function createObjectStore(options: ObjectStoreOptions): OpenObjectStore {
  const { url, ...credentials } = options
  const agent = new Agent({
    connect: { timeout: connectMs },
    headersTimeout: silentMs,
    bodyTimeout: silentMs,
  })

  const ask = async (
    method: 'PUT' | 'GET' | 'DELETE',
    key: string,
    {
      headers = {},
      open,
    }: { headers?: Record<string, string> | undefined; open?: () => AsyncIterable<Buffer> } = {},
  ): Promise<Dispatcher.ResponseData> => {
    const signer = new AwsV4Signer({
      method,
      url: `${url}/${key}`,
      headers,
      service: 's3',
      ...credentials,
    })
    const signed = await signer.sign()
    const response = await agent.request({
      origin: signed.url.origin,
      path: signed.url.pathname,
      method,
      headers: Object.fromEntries(signed.headers),
      body: open ? (open() as AsyncIterable<Buffer> & Dispatcher.DispatchOptions['body']) : null,
    })
    if (response.statusCode < 300) return response
    const text = (await response.body.text()).slice(0, longestError)
    throw new ObjectStoreError(method, response.statusCode, /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '')
  }
  const requests = { done: 0, failed: 0 }
  /** Requests are idempotent, so a busy or failing store is asked again. */
  const requestWithRetries = async (...request: Parameters<typeof ask>): Promise<Dispatcher.ResponseData> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await ask(...request)
        requests.done += 1
        return response
      } catch (error) {
        const isRefused = error instanceof ObjectStoreError && error.status < 500 && error.status !== 429
        if (isRefused || attempt === attempts) {
          // What is to be deleted may be gone already.
          requests[isGone(error) && request[0] === 'DELETE' ? 'done' : 'failed'] += 1
          throw error
        }
        await setTimeout(pauseMs * 4 ** (attempt - 1))
      }
    }
  }

  return {
    async put(key, { size, sha256, open }) {
      const headers = { 'content-length': String(size), 'x-amz-content-sha256': sha256 }
      const { body } = await requestWithRetries('PUT', key, { headers, open })
      await body.dump()
    },
    async get(key, range) {
      const headers = range && { range: `bytes=${range.at}-${range.at + range.bytes - 1}` }
      const { statusCode, body } = await inStore(() => requestWithRetries('GET', key, { headers }))
      // A store that knows no ranges returns the whole object.
      return range && statusCode !== partial ? cut(readAll(body), range) : readAll(body)
    },
    async delete(key) {
      try {
        const { body } = await requestWithRetries('DELETE', key)
        await body.dump()
      } catch (error) {
        if (!isGone(error)) throw error
      }
    },
    requests: () => ({ ...requests }),
    close: () => agent.close(),
  }
}

const isGone = (error: unknown): boolean => error instanceof ObjectStoreError && error.status === 404

async function* readAll(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await inStore(() => chunks.next())
      if (done) return
      yield value
    }
  } finally {
    // A reader that stops early releases the connection.
    await chunks.return?.()
  }
}
