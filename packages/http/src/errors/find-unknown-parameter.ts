import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { InputIssue } from './validation-error.ts'
import { receivedValue } from './received-value.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Where a query may hold what the route does not know: a link in a mail, or a probe. */
    anyQuery?: boolean
  }
}

/** A credential that is read before the query is. */
const credentials = new Set(['apiKey'])

/**
 * A misspelt parameter would be a filter that silently does not filter, so it is refused as an unknown field of a body
 * is.
 *
 * @returns the first parameter of the query that the route has no schema for; undefined where there is none, and for
 * routes without a schema
 */
export function findUnknownParameter({ query, routeOptions }: FastifyRequest): InputIssue | undefined {
  const { schema, config } = routeOptions
  if (!schema || config.anyQuery) return undefined
  const { shape } = (schema.querystring ?? { shape: {} }) as z.ZodObject
  const unknown = Object.keys(query as object).find(
    (name) => !Object.hasOwn(shape, name) && !credentials.has(name),
  )
  if (unknown === undefined) return undefined
  return {
    property: unknown,
    rule: 'whitelistValidation',
    message: `${unknown} should not exist`,
    receivedValue: receivedValue(query, [unknown]),
  }
}
