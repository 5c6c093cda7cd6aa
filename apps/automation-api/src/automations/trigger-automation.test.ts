import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'

let service: TestApp

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

test('smoke', async () => {
  const key = await service.key('ada', 'automation:read')
  const response = await service.app.inject({ url: '/api/v1/automations', headers: key })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual([])
})
