import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './test-app.ts'

let service: TestApp
let person: { authorization: string }

beforeAll(async () => {
  service = await startTestApp()
  person = await service.person('ada')
})
afterAll(() => service.close())

const post = (payload: string | Buffer, contentType = 'application/json') =>
  service.app.inject({
    method: 'POST',
    url: '/webhooks',
    headers: { ...person, 'content-type': contentType },
    payload,
  })
const ofLength = (length: number) => `{"name":"${'x'.repeat(length - 11)}"}`

describe('a body', () => {
  test.each(['{', ' ', 'name=hook', '{"a":1,}', "{'a':1}", '{"a":1}{"b":2}', '\ufeff'])(
    'that is not JSON is a 400: %j',
    async (payload) => {
      const response = await post(payload)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({
        statusCode: 400,
        message: "Body is not valid JSON but content-type is set to 'application/json'",
        error: 'Bad Request',
      })
    },
  )

  test.each(['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}'])(
    'with a key of Object.prototype is a 400: %s',
    async (payload) => {
      const response = await post(payload)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ statusCode: 400, error: 'Bad Request' })
    },
  )

  test('that is not UTF-8 is a 400, and is not decoded approximately', async () => {
    const response = await post(Buffer.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]))
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      statusCode: 400,
      message: 'Body is not valid UTF-8',
      error: 'Bad Request',
    })
  })

  test('over 1 MiB is a 413, and one of 1 MiB is accepted', async () => {
    const tooLarge = await post(ofLength(1024 * 1024 + 1))
    expect(tooLarge.statusCode).toBe(413)
    expect(tooLarge.json()).toEqual({
      statusCode: 413,
      message: 'Request body is too large',
      error: 'Payload Too Large',
    })
    const read = await post(ofLength(1024 * 1024))
    expect(read.statusCode).toBe(400)
    expect(read.json()).toContainEqual(expect.objectContaining({ property: 'name' }))
  })

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'])(
    'of the type %s is a 415',
    async (contentType) => {
      const response = await post('{"name":"hook"}', contentType)
      expect(response.statusCode).toBe(415)
      expect(response.json()).toEqual({
        statusCode: 415,
        message: 'Unsupported Media Type',
        error: 'Unsupported Media Type',
      })
    },
  )

  test('without a type is a 415', async () => {
    const request = { method: 'POST', url: '/webhooks', headers: person, payload: '{}' } as const
    expect((await service.app.inject(request)).statusCode).toBe(415)
  })

  test('of JSON with a charset is accepted', async () => {
    expect((await post('{}', 'application/json; charset=utf-8')).json()).toHaveLength(3)
  })

  test.each([
    ['', null],
    ['null', null],
    ['[]', []],
    ['"text"', 'text'],
    ['5', 5],
    ['true', true],
  ])('that is not an object is refused as such: %j', async (payload, receivedValue) => {
    const response = await post(payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual([
      { property: '', constraints: { isObject: 'body must be an object' }, receivedValue },
    ])
  })

  test.each([
    ['"a\\u0000b"', 'a\0b'],
    ['"\\ud800"', '\ud800'],
    ['"\\udc00x"', '\udc00x'],
  ])('with text that cannot be stored is refused: %s', async (text, receivedValue) => {
    const response = await post(`{"name":${text},"url":"https://example.com","events":["job.failed"]}`)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual([
      {
        property: 'name',
        constraints: { isWellFormed: 'name must be well-formed text without NUL characters' },
        receivedValue,
      },
    ])
  })

  test('with a key that cannot be stored is refused', async () => {
    const response = await post('{"a\\u0000":1}')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([
      { property: '', constraints: { isWellFormed: expect.any(String) as unknown } },
    ])
  })

  test('with endless nesting is refused', async () => {
    const response = await post(`{"events":${'['.repeat(400_000)}${']'.repeat(400_000)}}`)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([{ constraints: { maxDepth: expect.any(String) as unknown } }])
  })

  test('with a hundred thousand errors gets a response of moderate size', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`key${index}`, 1]))
    const response = await post(JSON.stringify(unknown))
    expect(response.statusCode).toBe(400)
    expect(response.json()).toHaveLength(100)
  })
})
