/** The parts of JSON Schema that zod writes. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  description?: string
}

/** The TypeScript type of a JSON Schema. */
export function writeType(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return unite(schema.enum.map((value) => JSON.stringify(value)))
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return unite(alternatives.map(writeType))
  if (Array.isArray(schema.type)) return unite(schema.type.map((type) => writeType({ ...schema, type })))
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'array':
      return `(${writeType(schema.items ?? {})})[]`
    case 'object':
      return writeObject(schema)
    case undefined:
      return 'unknown'
    default:
      throw new Error(`There is no TypeScript for ${JSON.stringify(schema)}`)
  }
}

/** A doc comment; nothing without a text. */
export function writeComment(text: string | undefined): string {
  return text ? `/** ${text.replaceAll('*/', '* /')} */\n` : ''
}

function writeObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const names = Object.keys(properties)
  if (names.length > 0) {
    const lines = names.map((name) => {
      const { description } = properties[name]!
      const mark = required.includes(name) ? '' : '?'
      return `${writeComment(description)}${quote(name)}${mark}: ${writeType(properties[name]!)}`
    })
    if (typeof additionalProperties === 'object') lines.push('[other: string]: unknown')
    return `{\n${lines.join('\n')}\n}`
  }
  if (additionalProperties === false) return 'Record<string, never>'
  return `Record<string, ${typeof additionalProperties === 'object' ? writeType(additionalProperties) : 'unknown'}>`
}

function quote(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
}

function unite(types: string[]): string {
  return [...new Set(types)].join(' | ')
}
