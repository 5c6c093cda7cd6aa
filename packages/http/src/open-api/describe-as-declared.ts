import { z } from 'zod'

/** Keeps what a schema declares with `.meta()` or `.describe()`, and removes details that no reader needs. */
export function describeAsDeclared({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void {
  Object.assign(jsonSchema, z.globalRegistry.get(zodSchema))
  // A format says more to a reader than the regular expression that checks it.
  if (jsonSchema.format) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  // A response may get more properties over time; only strict objects of a request refuse unknown ones.
  if (zodSchema instanceof z.ZodObject && !zodSchema.def.catchall) delete jsonSchema.additionalProperties
  if (zodSchema instanceof z.ZodUndefined) jsonSchema.type = 'null'
}
