import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { App } from '../app.ts'

/** The answer of a route that streams server-sent events. */
export const eventStream = {
  content: { 'text/event-stream': { schema: z.custom<Readable>().meta({ type: 'string' }) } },
}

/** How long a stream is silent before it shows that it is still there. */
export const quietMs = 15_000

/**
 * Prepares the routes of an app for server-sent events, which may never end.
 *
 * @returns the signal of a stream: it aborts when the client disconnects, or when the process stops, which open streams would keep
 * from stopping
 */
export function openEventStreams(app: App): (reply: Pick<FastifyReply, 'raw'>) => AbortSignal {
  const closing = new AbortController()
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
  return (reply) => {
    const disconnected = new AbortController()
    if (reply.raw.closed) disconnected.abort()
    else reply.raw.once('close', () => disconnected.abort())
    return AbortSignal.any([disconnected.signal, closing.signal])
  }
}

/** Sets the headers of an event stream, and returns what to send. */
export function toEventStream(reply: Pick<FastifyReply, 'header'>, texts: AsyncIterable<string>): Readable {
  reply.header('content-type', 'text/event-stream; charset=utf-8').header('cache-control', 'no-store')
  // A process that stops ends its streams, and does not wait for further requests on their connections.
  reply.header('connection', 'close').header('x-accel-buffering', 'no')
  // What is read ahead for a slow client would be held for it.
  return Readable.from(texts, { highWaterMark: 1 })
}

/** An event as it is written. With an id, a client that reconnects says that this was the last one. */
export function writeServerEvent(event: string, data: object, id?: string): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** What a stream writes in place of an event, with the id from which a client that reconnects goes on. */
export function writeHeartbeat(id?: string): string {
  return `: still there\n${id === undefined ? '' : `id: ${id}\n`}\n`
}
