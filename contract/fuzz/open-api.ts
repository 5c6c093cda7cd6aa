/** The part of an OpenAPI document that the fuzz test reads. */
export interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

interface Described {
  operationId: string
  parameters?: { name?: string; in?: string; schema?: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { content?: Record<string, unknown> }>
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
}

export interface Operation {
  name: string
  method: string
  path: string
  queryNames: string[]
  /** The schema of the body; absent for an operation without one. */
  body?: Schema
  statuses: number[]
  /** The statuses that are answered with an HTML page. */
  pages: number[]
}

export function listOperations({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses }]) => ({
      name: operationId,
      method: method.toUpperCase(),
      path,
      queryNames: (parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name!),
      ...(requestBody && { body: requestBody.content['application/json'].schema }),
      statuses: Object.keys(responses).map(Number),
      pages: Object.entries(responses).flatMap(([status, { content = {} }]) =>
        'text/html' in content ? Number(status) : [],
      ),
    })),
  )
}

/** A value for the schema: its first example, or values of its types. */
export function exampleOf(document: Document, schema: Schema): unknown {
  if (schema.$ref) return exampleOf(document, document.components.schemas[schema.$ref.split('/').at(-1)!]!)
  if (schema.examples?.length) return structuredClone(schema.examples[0])
  const [alternative] = schema.anyOf ?? schema.oneOf ?? []
  if (alternative) return exampleOf(document, alternative)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, exampleOf(document, inner)]),
      )
    case 'array':
      return schema.items ? [exampleOf(document, schema.items)] : []
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return 'text'
  }
}
