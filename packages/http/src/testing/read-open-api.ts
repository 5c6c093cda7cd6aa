interface DescribedOperation {
  operationId: string
  summary: string
  description?: string
  requestBody?: { content: Record<string, { example?: unknown }> }
  tags: string[]
  security: Record<string, string[]>[]
  responses: Record<string, DescribedResponse>
  parameters?: { $ref?: string; name?: string }[]
}

interface DescribedEvent {
  operationId: string
  description: string
  parameters: { $ref: string }[]
  requestBody: { content: { 'application/json': { example: { event: string; data: unknown } } } }
}

interface DescribedResponse {
  description: string
  headers?: object
  content?: object
}

/** A service's OpenAPI document, in a form for tests. */
export interface OpenApi {
  text: string
  /** `GET /path/{id}` → its operation, with shared errors resolved. */
  operations: Map<string, DescribedOperation>
  events: Record<string, DescribedEvent>
  /** The statuses of a route's responses, in one line. */
  statuses(route: string): string
}

interface Document {
  paths: Record<string, Record<string, DescribedOperation>>
  webhooks: Record<string, { post: DescribedEvent }>
  components: { responses: Record<string, DescribedResponse> }
}

/** Fetches and parses `/openapi.json`. */
export async function readOpenApi(app: {
  inject(request: { url: string }): Promise<{ body: string }>
}): Promise<OpenApi> {
  const text = (await app.inject({ url: '/openapi.json' })).body
  const { paths, webhooks, components } = JSON.parse(text) as Document
  const resolve = (response: DescribedResponse | { $ref: string }): DescribedResponse =>
    '$ref' in response ? components.responses[response.$ref.split('/').at(-1)!]! : response
  const operations = new Map<string, DescribedOperation>(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const responses = Object.entries(operation.responses).map(([status, one]) => [status, resolve(one)])
        return [
          `${method.toUpperCase()} ${path}`,
          { ...operation, responses: Object.fromEntries(responses) as DescribedOperation['responses'] },
        ] as const
      }),
    ),
  )
  return {
    text,
    operations,
    events: Object.fromEntries(Object.entries(webhooks).map(([name, { post }]) => [name, post])),
    statuses: (route) => Object.keys(operations.get(route)!.responses).join(' '),
  }
}
