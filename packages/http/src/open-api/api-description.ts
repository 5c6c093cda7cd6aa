import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import type { z } from 'zod'
import type { ErrorForm } from '../errors/error-form.ts'
import type { EventDescription } from './describe-events.ts'

/** What the document of an API says beyond its routes, and how its answers are formed. */
export interface ApiDescription {
  info: { title: string; version: string; description: string }
  /** First segment of the path, after any `/api/v1`, → the group that its operations belong to; see `commonGroups`. */
  groups: Record<string, { name: string; description: string }>
  /** The shapes that have a name, each with an example. */
  schemas: Record<string, { schema: z.ZodType; example: unknown }>
  /** What it sends by webhooks. */
  channel: EventDescription
  securitySchemes: Record<string, OpenApi.SecuritySchemeObject>
  errorForm: ErrorForm
  /** Says that lists tell their total in their body; else a header does. */
  hasTotalsInBody?: boolean
  /** Whether every answer of a route tells how many more requests may be made. */
  isLimited?: (url: string) => boolean
}
