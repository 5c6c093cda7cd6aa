import { writeType, type Schema } from '../write-type.ts'

/** Writes the Python types of JSON Schemas. Objects become classes, so each needs a name. */
export interface PythonTypes {
  /** Declares a schema under its own name. */
  declare(name: string, schema: Schema): void
  /** The type of a schema, declared under this name where it needs one. */
  writeNamed(name: string, schema: Schema): string
  /**
   * The type of a schema; types that it needs are declared first.
   *
   * @param path its place, from which its name is made
   */
  write(schema: Schema, path: string[]): string
  /** The imports for everything that was declared. */
  imports(): string
  /** All declarations, in the order in which they are needed. */
  source(): string
}

interface Field {
  name: string
  type: string
  isRequired: boolean
  comment: string | undefined
}

// Python classes cannot have fields of these names, so such types are written as calls.
const keywords = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
)

/**
 * Runs `build` twice, because only the first run finds which objects are the same in several places. Such an object is
 * one class with a short name; any other is named after its place.
 */
export function withPythonTypes(build: (types: PythonTypes) => string): string {
  const places = new Map<string, Set<string>>()
  build(createPythonTypes(places))
  return build(createPythonTypes(new Map(places)))
}

function createPythonTypes(places: Map<string, Set<string>>): PythonTypes {
  const declared = new Map<string, string>()
  const names = new Map<string, string>()

  function write(schema: Schema, path: string[]): string {
    if (schema.$ref) return schema.$ref.split('/').at(-1)!
    if ('const' in schema) return literal([schema.const])
    if (schema.enum) return literal(schema.enum)
    const alternatives = schema.anyOf ?? schema.oneOf
    if (alternatives)
      return unite(alternatives.map((one, index) => write(one, nameAlternative(one, path, index))))
    if (Array.isArray(schema.type)) return unite(schema.type.map((type) => write({ ...schema, type }, path)))
    switch (schema.type) {
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'string':
        return 'str'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array':
        return `list[${write(schema.items ?? {}, nameOne(path))}]`
      case 'object':
        return writeObject(schema, path)
      case undefined:
        return 'Any'
      default:
        throw new Error(`There is no Python for ${JSON.stringify(schema)}`)
    }
  }

  function writeObject(schema: Schema, path: string[]): string {
    if (isClass(schema)) return nameClass(schema, path)
    const { properties = {}, additionalProperties } = schema
    const isMap = Object.keys(properties).length === 0 && typeof additionalProperties === 'object'
    return `dict[str, ${isMap ? write(additionalProperties, nameOne(path)) : 'Any'}]`
  }

  function nameClass(schema: Schema, path: string[]): string {
    const key = writeType(schema)
    const known = names.get(key)
    const seen = places.get(key) ?? new Set()
    places.set(key, seen.add(path.join('')))
    if (known !== undefined) return known
    // A type in `data` is named after its response, because nothing else identifies it.
    const isShared = seen.size > 1 && path.at(-1) !== 'Data'
    const name = findName(isShared ? path.at(-1)! : path.join(''))
    names.set(key, name)
    declared.set(name, writeFields(name, readFields(schema, isShared ? [name] : path)))
    return name
  }

  function readFields({ properties = {}, required = [] }: Schema, path: string[]): Field[] {
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      type: write(schema, [...path, capitalize(name)]),
      isRequired: required.includes(name),
      comment: schema.description,
    }))
  }

  function findName(wanted: string): string {
    const taken = new Set(names.values())
    let name = wanted
    for (let count = 2; declared.has(name) || taken.has(name); count++) name = `${wanted}${count}`
    return name
  }

  function declare(name: string, schema: Schema): void {
    if (isClass(schema)) declared.set(name, writeFields(name, readFields(schema, [name])))
    else declared.set(name, breakLine(`${name} = ${quoteForward(write(schema, [name]))}`))
  }

  const source = () => [...declared.values()].join('\n\n\n')
  return {
    write,
    declare,
    writeNamed(name, schema) {
      if (schema.$ref || !isClass(schema)) return write(schema, [name])
      declare(name, schema)
      return name
    },
    imports() {
      const text = source()
      const used = ['Any', 'Literal', 'Optional', 'TypedDict', 'Union'].filter((name) =>
        new RegExp(`\\b${name}\\b`).test(text),
      )
      return `from __future__ import annotations\n\nfrom typing import ${used.join(', ')}`
    },
    source,
  }
}

/** PascalCase of a name in camelCase, snake_case or with dots. */
export function capitalize(name: string): string {
  return name.replaceAll(/(?:^|[._\W]+)(\w)/g, (_whole, first: string) => first.toUpperCase())
}

function isClass({ properties = {}, additionalProperties }: Schema): boolean {
  return Object.keys(properties).length > 0 && typeof additionalProperties !== 'object'
}

function writeFields(name: string, fields: Field[]): string {
  const required = fields.filter(({ isRequired }) => isRequired)
  const optional = fields.filter(({ isRequired }) => !isRequired)
  const isKeyword = (field: Field) => keywords.has(field.name)
  if (optional.length === 0) return writeRequired(name, required)
  if (required.length === 0 && !optional.some(isKeyword))
    return writeClass(name, 'TypedDict, total=False', optional)
  // Before Python 3.11, a type with both required and optional fields needs a base class.
  const base = `_${name}Required`
  const bases = [writeRequired(base, required)]
  const names = [base]
  if (optional.some(isKeyword)) {
    names.push(`_${name}Keywords`)
    bases.push(writeCall(names[1]!, optional.filter(isKeyword), ', total=False'))
  }
  const rest = optional.filter((field) => !isKeyword(field))
  return [...bases, writeClass(name, `${names.join(', ')}, total=False`, rest)].join('\n\n\n')
}

/** A type whose fields are all required. */
function writeRequired(name: string, fields: Field[]): string {
  return fields.some((field) => keywords.has(field.name))
    ? writeCall(name, fields)
    : writeClass(name, 'TypedDict', fields)
}

function writeClass(name: string, bases: string, fields: Field[]): string {
  const lines = writeLines(fields, '    ', (field) => `${field.name}: ${field.type}`)
  return `class ${name}(${bases}):\n${lines || '    pass'}`
}

function writeCall(name: string, fields: Field[], totality = ''): string {
  const items = writeLines(
    fields,
    '        ',
    ({ name: key, type }) => `"${key}": "${type.replaceAll('"', "'")}",`,
  )
  return `${name} = TypedDict(\n    "${name}",\n    {\n${items}\n    },\n${totality && `    ${totality.slice(2)},\n`})`
}

const writeLines = (fields: Field[], indent: string, line: (field: Field) => string) =>
  fields.map((field) => writeComment(field.comment, indent) + breakLine(indent + line(field))).join('\n')

const width = 110

/** The text as comment lines; nothing without a text. */
export function writeComment(text: string | undefined, indent: string): string {
  if (!text) return ''
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(`${indent}# ${word}`)
  }
  return `${lines.join('\n')}\n`
}

/** Breaks a line that is too long at its longest list, with one item per line. */
function breakLine(line: string): string {
  const [list] = [...line.matchAll(/\[([^[\]]+)\]/g)].toSorted((a, b) => b[0].length - a[0].length)
  if (line.length <= width || !list) return line
  const indent = /^ */.exec(line)![0]
  const items = list[1]!.split(', ').map((item) => `${indent}    ${item},\n`)
  return `${line.slice(0, list.index + 1)}\n${items.join('')}${indent}${line.slice(list.index + list[0].length - 1)}`
}

// The types that an alias refers to may come after it.
function quoteForward(type: string): string {
  if (!type.includes('Union[') && !type.startsWith('list[')) return type
  return type.replaceAll(/\b(?!Union\b|Optional\b|Literal\b|None\b|Any\b)[A-Z]\w*/g, '"$&"')
}

/** The name of one item of a list. */
function nameOne(path: string[]): string[] {
  return [...path.slice(0, -1), path.at(-1)!.replace(/s$/, '')]
}

function nameAlternative({ properties }: Schema, path: string[], index: number): string[] {
  const { const: value } = properties?.['type'] ?? {}
  if (typeof value === 'string') return [...path, capitalize(value)]
  return index === 0 ? path : [...path.slice(0, -1), `${path.at(-1)}${index + 1}`]
}

function literal(values: unknown[]): string {
  const [one] = values
  if (typeof one === 'boolean') return `Literal[${one ? 'True' : 'False'}]`
  return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`
}

function unite(types: string[]): string {
  const some = [...new Set(types)].filter((type) => type !== 'None')
  const isOptional = types.includes('None')
  if (some.length === 0) return 'None'
  const united = some.length === 1 ? some[0]! : `Union[${some.join(', ')}]`
  return isOptional ? `Optional[${united}]` : united
}
