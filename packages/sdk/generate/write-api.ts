import type { Operation } from '../src/client/operation.ts'
import type { ApiDocument, ApiOperation } from './read-document.ts'
import { writeComment, writeType, type Schema } from './write-type.ts'

interface Named {
  operation: ApiOperation
  method: string
  path: string
}

/** The operations of a service for programs, in the document's order. */
export function clientOperations({ paths }: ApiDocument): Named[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): Named => ({ operation, method, path })),
    )
    .filter(isForClients)
}

/** `*-api.ts`: the shapes of a service by name, the input and the response of each operation, and how it is called. */
export function writeApi(document: ApiDocument): string {
  const operations = clientOperations(document)
  const answers: string[] = []
  const shapes = Object.entries(document.components.schemas).map(([name, schema]) => {
    const type = writeType(schema)
    return type.startsWith('{') && !type.includes('} | ')
      ? `export interface ${name} ${type}`
      : `export type ${name} = ${type}`
  })
  const described = operations.map((named) => writeOperation(named, answers))
  return [
    ...shapes,
    ...answers,
    `/** What each operation takes and answers. */
export interface Operations {\n${described.join('\n')}\n}`,
    `/** How each operation is called. */
export const operations = {\n${operations.map(writeCall).join('\n')}\n} as const`,
  ].join('\n\n')
}

// The others are for the service's operator, or for a person with a browser.
function isForClients({ operation }: Named): boolean {
  return operation.security.length > 0 && !operation.security.some((scheme) => 'adminToken' in scheme)
}

/** @param declared gets the types of answers that have no name of their own */
function writeOperation({ operation }: Named, declared: string[]): string {
  const { requestBody, responses, parameters = [] } = operation
  const success = Object.entries(responses).filter(([status]) => status < '300')
  const name = `${operation.operationId[0]!.toUpperCase()}${operation.operationId.slice(1)}Answer`
  const answers = success.map(([, { content }]) => writeAnswer(content, name, declared))
  const body = requestBody && Object.values(requestBody.content)[0]!.schema
  const mark = requestBody?.required ? '' : '?'
  const fields = [
    writeParameters('path', parameters),
    writeParameters('query', parameters),
    ...(body ? [`body${mark}: ${writeType(body)}`] : []),
    `answer: ${[...new Set(answers)].join(' | ')}`,
  ]
  return `${writeComment(operation.summary)}${operation.operationId}: {\n${fields.filter(Boolean).join('\n')}\n}`
}

function writeParameters(place: 'path' | 'query', all: NonNullable<ApiOperation['parameters']>): string {
  const parameters = all.filter((parameter) => parameter.in === place)
  if (parameters.length === 0) return ''
  const properties = Object.fromEntries(
    parameters.map(({ name, schema }) => [name!, place === 'path' ? widen(schema!) : schema!]),
  )
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name!)
  const mark = place === 'query' && required.length === 0 ? '?' : ''
  return `${place}${mark}: ${writeType({ type: 'object', properties, required })}`
}

// A number in a path may be passed as a number.
function widen(schema: Schema): Schema {
  return schema.type === 'integer' ? { anyOf: [{ type: 'number' }, { type: 'string' }] } : schema
}

function writeAnswer(
  content: Record<string, { schema: Schema }> | undefined,
  name: string,
  declared: string[],
): string {
  if (!content) return 'undefined'
  const [[mediaType, { schema }]] = Object.entries(content) as [[string, { schema: Schema }]]
  if (mediaType === 'application/json') return nameAnswer(schema, name, declared)
  return isStream(mediaType) ? 'ReadableStream<Uint8Array>' : 'Uint8Array'
}

/** Names an object, and one in its `data`, as the Python types do, so that programs can refer to them. */
function nameAnswer(schema: Schema, name: string, declared: string[]): string {
  if (!isAnonymousObject(schema)) return writeType(schema)
  const { data } = schema.properties!
  const isWrapper = data !== undefined && Object.keys(schema.properties!).length === 1
  if (isWrapper && !isAnonymousObject(data)) return writeType(schema)
  const inner = data &&
    isAnonymousObject(data) && { data: { $ref: nameAnswer(data, `${name}Data`, declared) } }
  const properties = { ...schema.properties, ...inner }
  declared.push(`export interface ${name} ${writeType({ ...schema, properties })}`)
  return name
}

function isAnonymousObject({ type, properties, additionalProperties }: Schema): boolean {
  return (
    type === 'object' && Object.keys(properties ?? {}).length > 0 && typeof additionalProperties !== 'object'
  )
}

function writeCall(named: Named): string {
  const { method, path, credential, isIdempotent, reads } = callOf(named)
  const rest = `${isIdempotent ? ', isIdempotent: true' : ''}${reads === 'json' ? '' : `, reads: '${reads}'`}`
  return `${named.operation.operationId}: { method: '${method}', path: '${path}', credential: '${credential}'${rest} },`
}

/** Whether an answer is read as it comes. */
const isStream = (mediaType: string): boolean =>
  ['text/event-stream', 'application/x-ndjson', 'application/zip'].includes(mediaType)

/** How an operation is called. */
export function callOf({ operation, method, path }: Named): Required<Operation> {
  const [media] = Object.values(operation.responses).flatMap(({ content }) => Object.keys(content ?? {}))
  return {
    method: method.toUpperCase(),
    path,
    credential: credentialOf(operation),
    isIdempotent: operation.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')) ?? false,
    reads:
      media === undefined || media === 'application/json' ? 'json' : isStream(media) ? 'stream' : 'bytes',
  }
}

function credentialOf({ security }: ApiOperation): Operation['credential'] {
  if (!security.some((scheme) => 'jwt' in scheme)) return 'apiKey'
  return security.length > 1 ? 'either' : 'token'
}
