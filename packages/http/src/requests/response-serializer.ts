import type { FastifySerializerCompiler } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

/**
 * Writes responses by their schemas: a property that the schema does not name never leaves, and an answer of another
 * type than the schema's is an error. What a schema says of a value beyond its type (a format, a length, a refinement)
 * was checked when the value came in; to check it again would be most of the work of answering with a long list.
 *
 * A choice between strict objects is a shape of input, such as an action: it was taken because it had no property too
 * many, and leaves as it was stored.
 */
export const responseSerializer: FastifySerializerCompiler<z.core.$ZodType> = ({ schema, ...route }) =>
  serializerCompiler({ ...route, schema: withoutChecks(schema) })

type Definition = z.core.$ZodTypes['_zod']['def']

/** The same schema as far as types and properties go; where it cannot tell what a check is for, the check stays. */
function withoutChecks(schema: z.core.$ZodType): z.core.$ZodType {
  const definition = (schema as unknown as { def: Definition }).def
  const without = (changed: object) => z.core.clone(schema, { ...definition, ...changed, checks: [] })
  switch (definition.type) {
    case 'string':
      return definition.coerce ? schema : z.string()
    case 'array':
      return without({ element: withoutChecks(definition.element) })
    case 'object': {
      const shape = Object.entries(definition.shape).map(([name, inner]) => [name, withoutChecks(inner)])
      return without({ shape: Object.fromEntries(shape) })
    }
    case 'record':
      return without({ valueType: withoutChecks(definition.valueType) })
    case 'union':
      // Without a discriminator it may be a check that tells one option from the next.
      if (!('discriminator' in definition)) return schema
      return definition.options.every(isStrict)
        ? z.unknown()
        : without({ options: definition.options.map(withoutChecks) })
    case 'nullable':
    case 'optional':
      return without({ innerType: withoutChecks(definition.innerType) })
    default:
      return schema
  }
}

const isStrict = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever
