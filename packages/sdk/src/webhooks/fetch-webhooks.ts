import { iterateStream } from '../client/iterate-stream.ts'
import { readLimited } from './read-limited.ts'
import { createReceiver, defaultMaxBytes, tooLarge, type WebhookReceiverOptions } from './webhook-receiver.ts'

/**
 * A receiver for runtimes with fetch's `Request` and `Response`: Hono, Deno, Bun, Cloudflare Workers, Next.js. Errors
 * of `onEvent` are thrown.
 */
export function fetchWebhooks(options: WebhookReceiverOptions): (request: Request) => Promise<Response> {
  const receive = createReceiver(options)
  const { maxBytes = defaultMaxBytes } = options
  return async (request) => {
    const payload = request.body ? await readLimited(iterateStream(request.body), maxBytes) : new Uint8Array()
    const { status, body } = payload ? await receive({ payload, headers: request.headers }) : tooLarge
    return body ? Response.json(body, { status }) : new Response(null, { status })
  }
}
