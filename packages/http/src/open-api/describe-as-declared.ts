import { z } from 'zod'

/** What a schema says of itself with `.meta()` or `.describe()`, and no more than a reader wants to know. */
export function describeAsDeclared({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void {
  Object.assign(jsonSchema, z.globalRegistry.get(zodSchema))
  // A format says it better than the expression that checks it.
  if (jsonSchema.format) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  // An answer may get more properties with time; only strict objects of a request refuse them.
  if (zodSchema instanceof z.ZodObject && !zodSchema.def.catchall) delete jsonSchema.additionalProperties
  if (zodSchema instanceof z.ZodUndefined) jsonSchema.type = 'null'
}
