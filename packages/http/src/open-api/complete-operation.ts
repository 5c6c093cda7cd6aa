import type { RouteOptions } from 'fastify'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import type { z } from 'zod'
import type { ErrorForm } from '../errors/error-form.ts'
import { knownStatus } from '../errors/known-status.ts'
import type { ApiDescription } from './api-description.ts'
import { findRequestExample } from './find-request-example.ts'
import { isCredentialHook, type Credential } from './route-facts.ts'

type Operation = OpenApi.OperationObject
type Failures = Map<number, string[]>

const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` })
const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` })

/**
 * Adds to an operation what its route already defines: who may call it, how it can fail, which headers it reads and
 * writes. None of it is written down twice, so the document cannot differ from the service.
 */
export function completeOperation(
  operation: Operation,
  route: RouteOptions,
  description: ApiDescription,
): void {
  const { errorForm: form, hasTotalsInBody = false, limitHeaders } = description
  const { body, querystring } = (route.schema ?? {}) as { body?: z.ZodType; querystring?: z.ZodType }
  const { config } = route
  const hooks = [route.onRequest ?? []].flat()
  const credential = hooks.find(isCredentialHook)?.credential
  operation.security = credential?.schemes.map((name) => ({ [name]: credential.scopes })) ?? []

  const text = operation.description ?? description.operations[operation.operationId!]
  if (text !== undefined) operation.description = text
  const { requestBody } = operation
  if (requestBody && !('$ref' in requestBody) && body) {
    requestBody.required = !body.safeParse(undefined).success
    for (const media of Object.values(requestBody.content))
      media.example = findRequestExample(operation.operationId!, body, description)
  }
  const parameters = (operation.parameters ??= [])
  if (config?.idempotent) parameters.push(parameterRef('IdempotencyKey'))
  if (config?.tagged && isChange(route.method)) parameters.push(parameterRef('IfMatch'))
  if (config?.tagged && route.method === 'GET') parameters.push(parameterRef('IfNoneMatch'))

  const responses = (operation.responses ??= {})
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response || status >= '300') continue
    response.description = describeSuccess(Number(status))
    if (status === '204') delete response.content
    const isList = querystring !== undefined && isListOf(querystring)
    const headers = {
      ...(isList && !hasTotalsInBody && { 'X-Total-Count': headerRef('TotalCount') }),
      ...(isList && { Link: headerRef('NextPage') }),
      ...(config?.tagged && { ETag: headerRef('ETag') }),
      ...(config?.idempotent && { 'Idempotency-Replayed': headerRef('IdempotencyReplayed') }),
    }
    if (Object.keys(headers).length > 0) response.headers = headers
  }
  if (config?.tagged && route.method === 'GET') responses[304] = { description: 'Not changed' }
  // A route may declare a failure of another form, as readiness does.
  for (const [status, messages] of failuresOf(route, credential, form))
    responses[status] ??= describeFailure(status, messages, form)
  responses[400] = describeInvalidInput(responses[400] as OpenApi.ResponseObject, form)
  const ofLimit = limitHeaders?.({ url: route.url, isPublic: credential === undefined }) ?? {}
  for (const response of Object.values(responses))
    addHeaders(response, { ...ofLimit, 'X-Request-Id': 'RequestId' })
  const tooMany = responses[429]
  if (tooMany && !('$ref' in tooMany))
    tooMany.headers = { ...tooMany.headers, 'Retry-After': headerRef('RetryAfter') }
}

const isChange = (method: RouteOptions['method']): boolean => method === 'PATCH' || method === 'PUT'

function addHeaders(
  response: OpenApi.ResponseObject | OpenApi.ReferenceObject,
  headers: Partial<Record<string, string>>,
): void {
  if ('$ref' in response || Object.keys(headers).length === 0) return
  const added = Object.entries(headers).map(([name, component]) => [name, headerRef(component!)])
  response.headers = { ...response.headers, ...Object.fromEntries(added) }
}

function isListOf(querystring: z.ZodType): boolean {
  return 'shape' in querystring && 'limit' in (querystring.shape as object)
}

function describeSuccess(status: number): string {
  if (status === 201) return 'Created'
  if (status === 202) return 'Accepted; the work is done later'
  return status === 204 ? 'Done; no content' : 'OK'
}

function failuresOf(
  { config, method, schema }: RouteOptions,
  credential: Credential | undefined,
  form: ErrorForm,
): Failures {
  const failures: Failures = new Map()
  const add = (status: number, ...messages: string[]) => {
    const known = knownStatus(form, status)
    failures.set(known, [...(failures.get(known) ?? []), ...messages])
  }
  for (const [status, messages] of Object.entries(credential?.refusals ?? {}))
    add(Number(status), ...messages)
  for (const [status, messages] of Object.entries(config?.errors ?? {}))
    add(Number(status), ...[messages].flat())
  if (config?.idempotent) add(409, 'Idempotency-Key was used with another request')
  if (config?.tagged && isChange(method) && !config.errors?.[412]) add(412, 'Changed in the meantime')
  if (schema?.params) add(400, "'/%zz' is not a valid url component")
  if (schema?.body) {
    add(400, "Body is not valid JSON but content-type is set to 'application/json'")
    add(413, 'Request body is too large')
    add(415, 'Unsupported Media Type')
  }
  add(500, 'Internal Server Error')
  if (form.statuses?.includes(503)) add(503, 'Service temporarily unavailable')
  return failures
}

function describeFailure(status: number, messages: string[], form: ErrorForm): OpenApi.ResponseObject {
  const bodies = [...new Set(messages)].map((message) => form.error(status, message))
  return {
    description: [...new Set(messages)].join('; or '),
    content: {
      'application/json': {
        schema: schemaRef('Error'),
        examples: Object.fromEntries(bodies.map((value, index) => [`${status}-${index + 1}`, { value }])),
      },
    },
  }
}

function describeInvalidInput(
  malformed: OpenApi.ResponseObject | undefined,
  form: ErrorForm,
): OpenApi.ResponseObject {
  const value = form.validation([
    { property: 'name', rule: 'isString', message: 'name must be a string', receivedValue: 7 },
  ])
  const other = malformed?.content?.['application/json']
  const issues = schemaRef(form.schemas.validation === form.schemas.error ? 'Error' : 'ValidationErrors')
  return {
    description: 'Invalid input',
    content: {
      'application/json': {
        schema:
          other && form.schemas.validation !== form.schemas.error
            ? { anyOf: [issues, schemaRef('Error')] }
            : issues,
        examples: { invalid: { value }, ...other?.examples },
      },
    },
  }
}
