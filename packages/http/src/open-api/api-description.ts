import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import type { z } from 'zod'
import type { ErrorForm } from '../errors/error-form.ts'
import type { EventChannel } from './describe-events.ts'
import type { EventDescriptions } from './event-descriptions.ts'

type LimitHeader =
  | 'RateLimit'
  | 'RateLimitPolicy'
  | 'RateLimitLimit'
  | 'RateLimitRemaining'
  | 'RateLimitReset'

/** The parts of an API's document that are not in its routes. */
export interface ApiDescription {
  info: { title: string; version: string; description: string }
  /** First segment of the path, after any `/api/v1`, → the tag of its operations; see `commonGroups`. */
  groups: Record<string, { name: string; description: string }>
  /** The named schemas, each with an example. */
  schemas: Record<string, { schema: z.ZodType; example: unknown }>
  /** The events that it sends by webhooks. */
  channel: EventChannel
  /** What each of them means, with an example. */
  events: EventDescriptions
  /** `operationId` → what a caller should know beyond the summary. */
  operations: Record<string, string>
  /** `operationId` → the body of an example request, where the body is no named schema. */
  requests: Record<string, unknown>
  securitySchemes: Record<string, OpenApi.SecuritySchemeObject>
  errorForm: ErrorForm
  /** Whether lists have their total in the body rather than in a header. */
  hasTotalsInBody?: boolean
  /** The rate limit headers of a route's responses, each with the component that describes it; none by default. */
  limitHeaders?: (route: { url: string; isPublic: boolean }) => Partial<Record<string, LimitHeader>>
}
