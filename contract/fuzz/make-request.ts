import { exampleOf, type Document, type Operation } from './open-api.ts'
import type { Random } from '@waypost/testing'
import { fittingBody, corruptBody, type Body } from './corrupt-body.ts'
import { fillPath, strangeQuery } from './corrupt-target.ts'
import { corruptValue } from './corrupt-value.ts'

export interface FuzzedRequest {
  operation: Operation
  target: string
  body: Body | undefined
}

/** A secret that requests contain and no response may contain. */
export const sentSecret = 'the-secret-that-nobody-may-see'

/**
 * Makes a request that is malformed for an operation.
 *
 * @param known - Ids that exist: first segment of the path after `/api/v1` → parameter → value.
 */
export function makeRequest(
  random: Random,
  document: Document,
  operation: Operation,
  known: Record<string, Record<string, string>>,
): FuzzedRequest {
  const { method, path, queryNames, body } = operation
  const noun = path.split('/').find((segment) => segment in known)
  // No DELETE gets a known id: every other request needs what it names.
  const existing = noun !== undefined && method !== 'DELETE' ? known[noun]! : {}
  const query = random.integer(3) === 0 ? strangeQuery(random, queryNames) : ''
  return {
    operation,
    target: fillPath(random, path, existing) + query,
    body: body && makeBody(random, exampleOf(document, body)),
  }
}

function makeBody(random: Random, example: unknown): Body {
  const fitting = { ...(example as object), ...(random.integer(3) === 0 && { secret: sentSecret }) }
  if (random.integer(3) === 0) return corruptBody(random, JSON.stringify(fitting))
  return fittingBody(JSON.stringify(corruptValue(random, fitting)))
}
