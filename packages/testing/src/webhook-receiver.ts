import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { waitFor } from './wait-for.ts'

export interface ReceivedRequest {
  headers: IncomingHttpHeaders
  /** The raw bytes. */
  body: Buffer
  path: string
  receivedAt: number
}

export interface WebhookReceiver {
  url: string
  requests: ReceivedRequest[]
  /** The responses to the next requests; the last one stays in effect. */
  answer(...statuses: (number | ((response: ServerResponse) => void))[]): void
  /** Waits until `count` requests have arrived, and returns all of them. */
  waitForRequests(count: number, timeoutMs?: number): Promise<ReceivedRequest[]>
  close(): Promise<void>
}

/** A real HTTP server on loopback that stores every request byte for byte. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = []
  let answers: (number | ((response: ServerResponse) => void))[] = [200]

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!
      requests.push({
        headers: request.headers,
        body: Buffer.concat(chunks),
        path: request.url ?? '',
        receivedAt: Date.now(),
      })
      if (typeof answer === 'function') answer(response)
      else response.writeHead(answer, { 'content-type': 'text/plain' }).end(`answered ${answer}`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    requests,
    answer(...statuses) {
      answers = statuses
    },
    waitForRequests: (count, timeoutMs) =>
      waitFor(`${count} webhook requests`, () => requests.length >= count && requests, timeoutMs),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
