import { expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '../create-app.ts'
import { createLogger } from '../observability/logger.ts'
import { standardErrorForm } from '../errors/standard-error-form.ts'

/** The response of a route with that schema when it returns that value. */
async function answer(schema: z.ZodType, returned: unknown): Promise<{ status: number; body: unknown }> {
  const app = createApp({
    logger: createLogger('test', 'silent'),
    errorForm: standardErrorForm,
    trustProxy: false,
    corsOrigins: [],
  })
  app.get('/', { schema: { response: { 200: schema } } }, async () => returned)
  const response = await app.inject('/')
  await app.close()
  return { status: response.statusCode, body: response.json() }
}

const internalError = {
  statusCode: 500,
  message: 'Internal Server Error',
  error: 'Internal Server Error',
}

const inner = z.object({ name: z.string() })
const shape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('circle'), radius: z.number() }),
  z.object({ type: z.literal('label'), text: z.string().min(1).max(5), hidden: z.boolean().optional() }),
])

test.each<[what: string, schema: z.ZodType, returned: unknown, sent: unknown]>([
  ['an object', inner, { name: 'a', passwordHash: 'hush' }, { name: 'a' }],
  [
    'a nested object',
    z.object({ inner }),
    { inner: { name: 'a', secret: 'hush' } },
    { inner: { name: 'a' } },
  ],
  ['a list', z.array(inner), [{ name: 'a', secret: 'hush' }, { name: 'b' }], [{ name: 'a' }, { name: 'b' }]],
  ['a record', z.record(z.string(), inner), { a: { name: 'a', secret: 'hush' } }, { a: { name: 'a' } }],
  ['a nullable', inner.nullable(), { name: 'a', secret: 'hush' }, { name: 'a' }],
  [
    'an optional',
    z.object({ inner: inner.optional() }),
    { inner: { name: 'a', s: 1 } },
    { inner: { name: 'a' } },
  ],
  ['a union', z.union([z.string(), inner]), { name: 'a', secret: 'hush' }, { name: 'a' }],
  [
    'a discriminated union',
    z.array(shape),
    [
      { type: 'circle', radius: 1, text: 'hush' },
      { type: 'label', text: 'a', radius: 1 },
    ],
    [
      { type: 'circle', radius: 1 },
      { type: 'label', text: 'a' },
    ],
  ],
  [
    'an object with a refinement',
    z.object({ a: inner.refine(() => true) }),
    { a: { name: 'a', s: 1 } },
    { a: { name: 'a' } },
  ],
])('properties outside the schema are removed from %s', async (_what, schema, returned, sent) => {
  expect(await answer(schema, returned)).toEqual({ status: 200, body: sent })
})

test.each<[schema: z.ZodType, returned: unknown]>([
  [z.object({ at: z.iso.datetime().nullable() }), { at: null }],
  [z.object({ at: z.iso.datetime().optional() }), {}],
  [z.record(z.string(), z.union([z.string(), z.array(z.string())])), { a: 'one', b: ['two'] }],
  [z.array(z.never()), []],
  [z.object({ a: z.enum(['on', 'off']) }), { a: 'on' }],
  [z.object({ anything: z.unknown() }), { anything: { at: [1, null, true] } }],
  [
    z.discriminatedUnion('type', [z.strictObject({ type: z.literal('a') })]),
    { type: 'a', dropped: 'by a later version' },
  ],
  [z.looseObject({ name: z.string() }), { name: 'a', more: 1 }],
])('a response with the types of its schema is sent unchanged: %#', async (schema, returned) => {
  expect(await answer(schema, returned)).toEqual({ status: 200, body: returned })
})

test.each<[what: string, schema: z.ZodType, returned: unknown]>([
  ['a number in place of a text', z.object({ name: z.string() }), { name: 5 }],
  ['an object in place of a text', z.object({ name: z.string() }), { name: { secret: 'hush' } }],
  ['an object in place of an id', z.object({ id: z.uuid() }), { id: { secret: 'hush' } }],
  ['a date in place of a text', z.object({ at: z.iso.datetime() }), { at: new Date() }],
  ['null in place of a text', z.object({ name: z.string() }), { name: null }],
  ['nothing in place of a text', z.object({ name: z.string() }), {}],
  ['a text in place of a number', z.object({ count: z.number().int() }), { count: '5' }],
  ['a fraction in place of an integer', z.object({ count: z.number().int() }), { count: 0.5 }],
  ['a value outside an enumeration', z.object({ a: z.enum(['on', 'off']) }), { a: 'hush' }],
  ['a value other than the literal', z.object({ a: z.literal('a') }), { a: 'b' }],
  ['an object of no member of a union', shape, { type: 'square', secret: 'hush' }],
  ['a union member without a property', shape, { type: 'circle' }],
  ['an unknown property of a strict object', z.strictObject({ a: z.string() }), { a: 'a', secret: 'hush' }],
  ['a list in place of an object', inner, [{ name: 'a' }]],
  ['one invalid item of a list', z.array(inner), [{ name: 'a' }, { name: 1 }]],
  ['an item in an empty list', z.array(z.never()), ['hush']],
])('%s is a 500 without internals', async (_what, schema, returned) => {
  expect(await answer(schema, returned)).toEqual({ status: 500, body: internalError })
})

test('a check that tells the members of a union apart is kept', async () => {
  const short = z.object({ name: z.string().max(3) })
  const schema = z.union([short, z.object({ name: z.string(), more: z.number() })])
  expect((await answer(schema, { name: 'long name', more: 1 })).body).toEqual({ name: 'long name', more: 1 })
})

test('a value stored under an earlier, wider rule can still be read', async () => {
  expect(await answer(z.array(shape), [{ type: 'label', text: 'longer than five' }])).toEqual({
    status: 200,
    body: [{ type: 'label', text: 'longer than five' }],
  })
})
