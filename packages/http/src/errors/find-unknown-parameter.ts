import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { InputIssue } from './validation-error.ts'
import { receivedValue } from './received-value.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts unknown query parameters: for links in e-mails, and for probes. */
    anyQuery?: boolean
  }
}

/** Credentials, which are read before the query. */
const credentials = new Set(['apiKey'])

/**
 * Refuses unknown query parameters, as unknown fields of a body are: a misspelt filter would silently not filter.
 *
 * @returns the first query parameter that the route's schema does not have; undefined where there is none, and for
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
