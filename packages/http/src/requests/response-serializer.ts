import type { FastifySerializerCompiler } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

/**
 * Serializes responses by their schemas: properties outside the schema are never sent, and a response of another type
 * than the schema's is an error. Checks beyond the type (a format, a length, a refinement) were made when the value
 * came in; repeating them would be most of the work of a long list.
 *
 * A union of strict objects is a schema of input, such as an action. It was accepted without unknown properties, and
 * is sent as it was stored.
 */
export const responseSerializer: FastifySerializerCompiler<z.core.$ZodType> = ({ schema, ...route }) => {
  // An API has a thousand responses, most of which are never sent: each is compiled by the first one.
  let serialize: ReturnType<typeof serializerCompiler> | undefined
  return (data) => (serialize ??= serializerCompiler({ ...route, schema: withoutChecks(schema) }))(data)
}

type Definition = z.core.$ZodTypes['_zod']['def']

const anyString = z.string()
// Errors, pages and nouns are parts of many responses.
const copies = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/** The same schema with types and properties only. Where a check may have another purpose, it stays. */
function withoutChecks(schema: z.core.$ZodType): z.core.$ZodType {
  const copy = copies.get(schema) ?? copyWithoutChecks(schema)
  copies.set(schema, copy)
  return copy
}

function copyWithoutChecks(schema: z.core.$ZodType): z.core.$ZodType {
  const definition = (schema as unknown as { def: Definition }).def
  const without = (changed: object) => z.core.clone(schema, { ...definition, ...changed, checks: [] })
  switch (definition.type) {
    case 'string':
      return definition.coerce ? schema : anyString
    case 'array':
      return without({ element: withoutChecks(definition.element) })
    case 'object': {
      const shape = Object.entries(definition.shape).map(([name, inner]) => [name, withoutChecks(inner)])
      return without({ shape: Object.fromEntries(shape) })
    }
    case 'record':
      return without({ valueType: withoutChecks(definition.valueType) })
    case 'union':
      // Without a discriminator, a check may be what tells the options apart.
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
