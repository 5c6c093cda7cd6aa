import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../app.ts'
import type { ApiDescription } from '../open-api/api-description.ts'
import { listRoutes } from '../requests/list-routes.ts'
import { readOpenApi, type OpenApi } from './read-open-api.ts'

/**
 * Adds the tests that every service's OpenAPI document has to pass to the `describe` that calls this.
 *
 * @param app returns the service; called after the test file has started it
 * @param openRoutes the routes that need no credential
 * @returns the document, for further tests of the service
 */
export function testOpenApi(
  app: () => App,
  { channel, schemas, operations }: Pick<ApiDescription, 'channel' | 'schemas' | 'operations'>,
  openRoutes: string[],
): () => OpenApi {
  let api: OpenApi
  beforeAll(async () => {
    api = await readOpenApi(app())
  })

  test('the document is valid by the schema of OpenAPI 3.1', async () => {
    const document = JSON.parse(api.text) as { tags: { name: string }[] }
    expect(document).toMatchObject({ openapi: '3.1.0' })
    expect(await new Validator().validate(document)).toMatchObject({ valid: true })
    expect(new Set(document.tags.map(({ name }) => name)).size).toBe(document.tags.length)
  })

  test('the document has every route except the documentation’s and the issuer’s, each with a name, a summary and a tag', () => {
    const shown = listRoutes(app())
      .filter(
        (route) =>
          !/^GET \/(docs|openapi|artifacts)|^(GET|POST) \/hand-over|^POST \/(tokens|notices)\//.test(route),
      )
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'))
    expect([...api.operations.keys()].toSorted()).toEqual(shown.toSorted())
    const names = new Set([...api.operations.values()].map(({ operationId }) => operationId))
    expect(names.size).toBe(api.operations.size)
    for (const { operationId, summary, tags } of api.operations.values()) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
      expect(summary).toBeTruthy()
      expect(tags).toHaveLength(1)
    }
  })

  test('every route requires a credential, except the public ones', () => {
    const open = [...api.operations].flatMap(([route, { security }]) =>
      security.length === 0 ? [route] : [],
    )
    expect(open.toSorted()).toEqual(openRoutes)
  })

  test('every operation has a description beyond its summary, and an example of its request body', () => {
    const names = new Set<string>()
    for (const [route, { operationId, summary, description, requestBody }] of api.operations) {
      names.add(operationId)
      expect(description, route).toMatch(/\w.{20,}[.:]$/)
      expect(description).not.toBe(summary)
      for (const { example } of Object.values(requestBody?.content ?? {}))
        expect(example, route).toBeDefined()
    }
    expect(Object.keys(operations).filter((name) => !names.has(name))).toEqual([])
  })

  test('the document describes the payload, the headers and the meaning of each event, with a valid example', () => {
    expect(Object.keys(api.events)).toEqual(Object.keys(channel.events))
    const names = Object.values(api.events).map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const [event, { description, parameters, requestBody }] of Object.entries(api.events)) {
      expect(description, event).toMatch(/\.$/)
      expect(parameters.map(({ $ref }) => $ref)).toContain('#/components/parameters/ServiceSignature')
      const { example } = requestBody.content['application/json']
      expect(example.event).toBe(event)
      expect(channel.events[event]!.safeParse(example.data), event).toMatchObject({ success: true })
    }
  })

  test('every response names its request', () => {
    for (const [route, { responses }] of api.operations)
      for (const [status, { headers = {} }] of Object.entries(responses))
        expect(Object.keys(headers), `${route} ${status}`).toContain('X-Request-Id')
  })

  test.each(Object.entries(schemas))(
    'the example of the schema %s is valid',
    (_name, { schema, example }) => {
      expect(schema.safeParse(example)).toMatchObject({ success: true })
    },
  )

  return () => api
}
