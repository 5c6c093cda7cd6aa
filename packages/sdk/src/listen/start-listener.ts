import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readLimited } from '../webhooks/read-limited.ts'
import { verifyWebhook } from '../webhooks/verify-webhook.ts'
import { defaultMaxBytes } from '../webhooks/webhook-receiver.ts'
import type { WebhookEvent } from '../webhooks/webhook-event.ts'
import { WebhookVerificationError } from '../webhooks/webhook-verification-error.ts'
import { describeDelivery, type ShownDelivery } from './describe-delivery.ts'
import { forwardDelivery } from './forward-delivery.ts'
import type { ListenOptions } from './parse-listen-arguments.ts'

export interface Listener {
  url: string
  close(): Promise<void>
}

type Judged = Pick<ShownDelivery, 'verified' | 'verifiable' | 'note' | 'code' | 'event'>

/** Receives deliveries on any path, and prints each with `say`. */
export async function startListener(
  { host, port, secrets, statuses, forward, json }: ListenOptions,
  say: (text: string) => void,
): Promise<Listener> {
  const left = [...statuses]

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const receivedAt = new Date()
    const body = await readLimited(request, defaultMaxBytes)
    if (!body) return void request.destroy()
    const judged = await judge(request, body, secrets)
    const show = (status: number, note = judged.note) =>
      say(describeDelivery({ ...judged, note, receivedAt, status }, json))
    if (judged.code) {
      show(401)
      response.writeHead(401, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ error: judged.note, code: judged.code }))
    }
    if (forward) {
      const passed = await forwardDelivery(forward, request.headers, body)
      show(passed.status, passed.failure)
      response.writeHead(passed.status, passed.contentType ? { 'content-type': passed.contentType } : {})
      return void response.end(passed.body)
    }
    const status = left.length > 1 ? left.shift()! : left[0]!
    show(status)
    response.writeHead(status).end()
  }

  const server = createServer((request, response) => {
    // A client that disconnects gets no response.
    answer(request, response).catch(() => response.destroy())
  }).listen(port, host)
  await once(server, 'listening')
  const bound = server.address() as AddressInfo
  return {
    url: `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function judge(
  { headers, headersDistinct }: IncomingMessage,
  payload: Uint8Array,
  secrets: string[],
): Promise<Judged> {
  if (secrets.length === 0)
    return { verified: false, verifiable: false, note: 'Not verified: there is no secret', ...peek(payload) }
  try {
    const event = await verifyWebhook({ payload, headers: headersDistinct, secret: secrets })
    const isTimeSigned = headers['webhook-signature'] !== undefined
    return {
      verified: true,
      verifiable: true,
      event,
      note: isTimeSigned ? undefined : 'Genuine, but nobody signed the time',
    }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return { verified: false, verifiable: true, code: error.code, note: error.message }
  }
}

/** The event of an unverified body, if it is one. */
function peek(payload: Uint8Array): { event?: WebhookEvent } {
  try {
    const event = JSON.parse(new TextDecoder().decode(payload)) as WebhookEvent | null
    return event && typeof event.event === 'string' && typeof event.data === 'object' ? { event } : {}
  } catch {
    return {}
  }
}
