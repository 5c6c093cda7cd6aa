import { z } from 'zod'
import type { ApiDescription } from './api-description.ts'

/**
 * The body of an example request: that of the operation, or of the named schema that its body is, or an empty one where
 * that is sufficient.
 *
 * @throws Error where there is none that the service would take
 */
export function findRequestExample(
  operationId: string,
  body: z.ZodType,
  { schemas, requests }: Pick<ApiDescription, 'schemas' | 'requests'>,
): unknown {
  const required = unwrap(body)
  const named = Object.values(schemas).find(({ schema }) => schema === required)
  const example = requests[operationId] ?? named?.example ?? {}
  if (body.safeParse(example).success) return example
  throw new Error(`The document has no valid example of the body of ${operationId}`)
}

function unwrap(schema: z.ZodType): z.ZodType {
  const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
  return isWrapper ? unwrap(schema.unwrap() as z.ZodType) : schema
}
