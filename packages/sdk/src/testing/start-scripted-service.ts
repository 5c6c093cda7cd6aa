import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Clock } from '../client/clock.ts'

export interface ScriptedService {
  url: string
  requests: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[]
  close(): Promise<void>
}

export type Scripted =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | ((response: ServerResponse) => void)

/** A service on loopback that gives these responses, one after the other; the last one stays. */
export async function startScriptedService(...answers: Scripted[]): Promise<ScriptedService> {
  const requests: ScriptedService['requests'] = []
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push({
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body: await text(request),
    })
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!
    if (typeof answer === 'function') return answer(response)
    const { status, headers, body } = answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** A clock that advances only by waits. */
export function createTestClock(start = Date.parse('2026-03-02T09:30:00Z')): Clock & { waits: number[] } {
  let now = start
  const waits: number[] = []
  return {
    waits,
    now: () => now,
    async wait(ms, signal) {
      signal?.throwIfAborted()
      waits.push(ms)
      now += ms
    },
  }
}
