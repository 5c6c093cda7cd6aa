import type { WebhookHeaders } from './webhook-headers.ts'
import { createReceiver, defaultMaxBytes, type WebhookReceiverOptions } from './webhook-receiver.ts'

/** The part of Fastify that is needed. */
export interface FastifyScope {
  removeAllContentTypeParsers(): void
  addContentTypeParser(
    contentType: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): unknown
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown
}

interface FastifyRequest {
  headers: Extract<WebhookHeaders, Readonly<Record<string, unknown>>>
  body: unknown
}

interface FastifyReply {
  code(status: number): { send(body?: unknown): unknown }
}

export interface FastifyWebhooksOptions extends WebhookReceiverOptions {
  /** The path of deliveries, below the `prefix` of `register` if there is one. */
  path: string
}

/**
 * A plugin for Fastify: `app.register(fastifyWebhooks, { path, secret, onEvent })`. It disables body parsing only for
 * its own route; all other routes keep their parsers.
 */
export async function fastifyWebhooks(app: FastifyScope, options: FastifyWebhooksOptions): Promise<void> {
  const receive = createReceiver(options)
  const { maxBytes = defaultMaxBytes } = options
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  )
  app.post(options.path, async ({ headers, body: payload }, reply) => {
    const { status, body } = await receive({
      payload: (payload as Uint8Array | undefined) ?? new Uint8Array(),
      headers,
    })
    return reply.code(status).send(body)
  })
}
