import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test-app.ts'
import type { Automation } from '../automation.ts'

let service: TestApp
let headers: Record<string, string>

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  headers = await service.key(newId(), 'automation:read', 'automation:write')
})

const recording = {
  title: 'Log in',
  timeout: 4000,
  selectorAttribute: 'data-test',
  steps: [
    {
      type: 'setViewport',
      width: 1280,
      height: 720,
      deviceScaleFactor: 1,
      isMobile: false,
      hasTouch: false,
      isLandscape: false,
    },
    {
      type: 'navigate',
      url: 'https://example.com/',
      assertedEvents: [{ type: 'navigation', url: 'https://example.com/', title: '' }],
    },
    {
      type: 'click',
      target: 'main',
      selectors: [['aria/Log in'], ['#log-in'], ['pierce/#log-in']],
      offsetX: 10,
      offsetY: 4,
    },
  ],
}
const post = (path: string, payload: object) =>
  service.app.inject({ method: 'POST', url: `/api/v1/automations${path}`, headers, payload })
const read = (path: string) => service.app.inject({ url: `/api/v1/automations/${path}`, headers })

describe('a recording', () => {
  test('becomes an automation with every alternative selector, and its export is the same recording', async () => {
    const response = await post('/import', recording)
    expect(response.statusCode).toBe(201)
    const { id, name, actions, unsupported } = response.json<Automation & { unsupported: unknown[] }>()
    expect([name, unsupported, response.headers['etag']]).toEqual(['Log in', [], '"1"'])
    expect(actions[2]).toMatchObject({ type: 'click', selectors: recording.steps[2]!.selectors })
    expect((await read(`${id}/export`)).json()).toEqual(recording)
  })

  test('with steps that run code is refused with the name of each', async () => {
    const steps = [
      ...recording.steps,
      { type: 'waitForExpression', expression: 'document.title' },
      { type: 'customStep', name: 'other-tool', parameters: {} },
    ]
    const response = await post('/import', { ...recording, steps })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([
      { property: 'steps.3.type', receivedValue: 'waitForExpression' },
      { property: 'steps.4.type', receivedValue: 'customStep' },
    ])
    const list = await service.app.inject({ url: '/api/v1/automations', headers })
    expect(list.json()).toEqual([])
  })

  test('is imported without unsupported steps on request, and the response names them', async () => {
    const steps = [...recording.steps, { type: 'waitForExpression', expression: 'document.title' }]
    const response = await post('/import?skipUnsupported=true', { ...recording, steps })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      actions: { length: 3 },
      unsupported: [{ index: 3, type: 'waitForExpression' }],
    })
  })

  test.each<[wrong: object, property: string]>([
    [{}, 'title'],
    [{ title: 'x', steps: [] }, 'steps'],
    [{ title: 'x', steps: [{ type: 'click', selectors: [], offsetX: 1, offsetY: 1 }] }, 'steps.0.selectors'],
    [{ title: 'x', steps: [{ type: 'navigate', url: 'file:///etc/passwd' }] }, 'steps.0.type'],
  ])('that is invalid is refused with the path in the file: %j', async (wrong, property) => {
    const response = await post('/import', wrong)
    expect(response.statusCode).toBe(400)
    expect(response.json<{ property: string }[]>().map((issue) => issue.property)).toContain(property)
  })
})

test('an automation with everything that the format lacks survives export and import, except secret defaults', async () => {
  const wanted = {
    name: 'Read the price',
    description: 'Every morning',
    screenshots: 'all',
    variables: { query: { default: 'harbour' }, password: { secret: true, default: 'hush' } },
    actions: [
      { name: 'Open', type: 'navigate', url: 'https://example.com/?q=${query}' },
      { name: 'Password', type: 'change', selectors: ['#password'], value: '${password}' },
      { name: 'Read', type: 'extractText', selectors: ['.price'], output: 'price', pattern: '[0-9]+' },
    ],
  }
  const { id } = (await post('', wanted)).json<Automation>()
  const exported = await read(`${id}/export`)
  expect(exported.body).not.toContain('hush')
  const again = (await post('/import', exported.json<object>())).json<Automation>()
  expect(again).toMatchObject({ ...wanted, variables: { ...wanted.variables, password: { secret: true } } })
})

test('an automation can be exported only by its owner', async () => {
  const { id } = (await post('/import', recording)).json<Automation>()
  headers = await service.key(newId(), 'automation:read')
  expect((await read(`${id}/export`)).statusCode).toBe(404)
})
