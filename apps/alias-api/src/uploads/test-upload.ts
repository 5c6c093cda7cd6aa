import { request as startRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'

/** A request whose body a test writes as slowly as it likes. */
export interface SlowRequest {
  write(text: string | Buffer): void
  end(text?: string | Buffer): void
  /** Closes the connection. */
  leave(): void
  answer: Promise<{ status: number; headers: IncomingMessage['headers']; body: unknown }>
}

/** Sends the head of a request with a body in JSON. */
export function beginRequest(url: string, headers: Record<string, string | number>): SlowRequest {
  const request = startRequest(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    agent: false,
  })
  request.flushHeaders()
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve)
    // Also where the server closes a connection that is written to, after its answer.
    request.on('error', reject)
  }).then(async (response) => ({
    status: response.statusCode!,
    headers: response.headers,
    body: await json(response),
  }))
  // That of a client who leaves.
  answer.catch(() => {})
  return {
    write: (text) => void request.write(text),
    end: (text) => void request.end(text),
    leave: () => void request.destroy(),
    answer,
  }
}
