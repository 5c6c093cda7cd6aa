import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'

const schema = z.looseObject({ $ref: z.string().optional() })
type Schema = z.infer<typeof schema>

const document = z.object({
  paths: z.record(
    z.string(),
    z.object({
      get: z
        .object({
          // Those that many routes have are named once, and referred to.
          parameters: z.array(z.looseObject({ name: z.string().optional() })).default([]),
          responses: z.record(z.string(), z.unknown()),
        })
        .optional(),
    }),
  ),
  components: z.object({ schemas: z.record(z.string(), schema) }),
})

/** The document of the alias service's public API. */
async function readAliasApi() {
  const file = new URL('../../../../../packages/sdk/openapi/alias.json', import.meta.url)
  const { paths, components } = document.parse(JSON.parse(await readFile(file, 'utf8')))
  const resolve = (each: Schema): Schema =>
    each.$ref === undefined ? each : components.schemas[each.$ref.split('/').at(-1)!]!
  return {
    parametersOf: (path: string) => paths[path]!.get!.parameters.flatMap(({ name }) => name ?? []),
    /** The part of the answer's schema at that place. */
    answerOf: (path: string, ...to: string[]) =>
      ['content', 'application/json', 'schema', ...to].reduce(
        (within, name) => resolve(schema.parse(within[name])),
        schema.parse(paths[path]!.get!.responses['200']),
      ),
  }
}

test('the alias service takes what it is asked with, and answers what is read of aliases and emails', async () => {
  const { parametersOf, answerOf } = await readAliasApi()
  expect(parametersOf('/api/v1/addresses')).toEqual(expect.arrayContaining(['limit', 'offset']))
  const alias = answerOf('/api/v1/addresses', 'properties', 'data', 'properties', 'addresses', 'items')
  expect(alias['required']).toEqual(expect.arrayContaining(['id', 'address']))

  expect(parametersOf('/api/v1/emails')).toEqual(expect.arrayContaining(['limit', 'address_id', 'type']))
  const email = answerOf('/api/v1/emails', 'properties', 'data', 'items')
  expect(email['required']).toEqual(
    expect.arrayContaining(['id', 'from', 'fromName', 'subject', 'bodyText', 'bodyHtml', 'receivedAt']),
  )
})
