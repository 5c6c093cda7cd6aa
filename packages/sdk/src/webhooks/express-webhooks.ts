import { readLimited } from './read-limited.ts'
import type { WebhookHeaders } from './webhook-headers.ts'
import { createReceiver, defaultMaxBytes, tooLarge, type WebhookReceiverOptions } from './webhook-receiver.ts'

/** The part of Express's (and Node's) request that is needed. */
export interface NodeRequest {
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<unknown>
  headers: Extract<WebhookHeaders, Readonly<Record<string, unknown>>>
  resume(): unknown
  readableEnded: boolean
  body?: unknown
}

/** The part of Express's (and Node's) response that is needed. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body?: string): unknown
}

type Next = (error?: unknown) => void

/**
 * A handler for Express, Connect, or plain `node:http` with a `next`. It reads the body itself, so it belongs before
 * any `express.json()`; after `express.raw({ type: '*\/*' })` it uses the body that was read. Errors of `onEvent` go
 * to `next`.
 */
export function expressWebhooks(
  options: WebhookReceiverOptions,
): (request: NodeRequest, response: NodeResponse, next: Next) => void {
  const receive = createReceiver(options)
  const { maxBytes = defaultMaxBytes } = options

  const answer = async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const payload = await readBody(request, maxBytes)
    const { status, body } = payload ? await receive({ payload, headers: request.headers }) : tooLarge
    response.statusCode = status
    if (!body) return void response.end()
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(body))
  }
  const handle = async (request: NodeRequest, response: NodeResponse, next: Next): Promise<void> => {
    try {
      await answer(request, response)
    } catch (error) {
      next(error)
    }
  }
  return (request, response, next) => void handle(request, response, next)
}

async function readBody(request: NodeRequest, maxBytes: number): Promise<Uint8Array | undefined> {
  // The body that an earlier handler has read; `verifyWebhook` refuses anything but bytes and text.
  if (request.readableEnded || ArrayBuffer.isView(request.body)) return request.body as Uint8Array
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  const body = await readLimited(chunks, maxBytes)
  // Too large: a client that is still sending does not read the response yet.
  if (!body) request.resume()
  return body
}
