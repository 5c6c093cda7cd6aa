import { Pool } from 'undici'
import { type Answer, findFault } from './find-fault.ts'
import { makeRequest, sentSecret, type FuzzedRequest } from './make-request.ts'
import { listOperations, type Document, type Operation } from './open-api.ts'
import { createRandom } from '@waypost/testing'

const seed = 20_260_302
const clients = 16

/** The statuses that any malformed request may get, documented for its operation or not. */
export const malformedStatuses = [400, 404, 413, 415, 431]

/**
 * Sends malformed requests to every operation of a document, many at a time.
 *
 * @returns How many were sent, and what was wrong with the responses.
 */
export async function runFuzz({
  baseUrl,
  document,
  requestsPerOperation,
  known,
  headersOf,
  secrets,
  repeatsSecret = [],
  isErrorForm,
}: {
  baseUrl: string
  document: Document
  requestsPerOperation: number
  /** Ids that exist: first segment of the path after `/api/v1` → parameter → value. */
  known: Record<string, Record<string, string>>
  /** The credentials that an operation requires. */
  headersOf: (operation: Operation) => Record<string, string>
  secrets: string[]
  /** Operations whose successful response repeats a secret that the caller chose. */
  repeatsSecret?: string[]
  isErrorForm: (status: number, body: unknown) => boolean
}): Promise<{ sent: number; faults: string[] }> {
  const random = createRandom(seed)
  const requests = listOperations(document).flatMap((operation) =>
    Array.from({ length: requestsPerOperation }, () => makeRequest(random, document, operation, known)),
  )
  const pool = new Pool(baseUrl, { connections: clients })
  const faults: string[] = []
  const left = requests.values()
  const client = async (): Promise<void> => {
    for (const request of left) {
      const { operation, target, body } = request
      const answer = await send(pool, request, headersOf(operation))
      const mayRepeat = answer.status < 300 && repeatsSecret.includes(operation.name)
      const fault = findFault(answer, {
        statuses: [...operation.statuses, ...malformedStatuses],
        secrets: mayRepeat ? secrets.filter((secret) => secret !== sentSecret) : secrets,
        isErrorForm: (...failure) =>
          operation.pages.includes(answer.status) || isUnready(operation, answer) || isErrorForm(...failure),
      })
      if (fault === undefined) continue
      const sent = `${operation.method} ${target.slice(0, 100)} ${body?.bytes.toString().slice(0, 200)}`
      faults.push(`${sent}: ${fault}: ${answer.text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  await pool.close()
  return { sent: requests.length, faults }
}

async function send(
  pool: Pool,
  { operation, target, body }: FuzzedRequest,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const {
    statusCode,
    headers: answered,
    body: answer,
  } = await pool.request({
    method: operation.method,
    path: target,
    headers: { ...headers, ...(body?.contentType !== undefined && { 'content-type': body.contentType }) },
    ...(body && { body: body.bytes }),
  })
  // A stream of events may have no end. How it begins is what the request gets.
  if (answered['content-type']?.includes('text/event-stream')) {
    answer.on('error', () => {}).destroy()
    return { status: statusCode, text: '' }
  }
  return { status: statusCode, text: await answer.text() }
}

// On a busy machine a service may be unready for a moment, and this is how it says so.
const isUnready = ({ path }: Operation, { status, text }: Answer) =>
  path === '/readyz' && status === 503 && text === '{"status":"unavailable"}'
