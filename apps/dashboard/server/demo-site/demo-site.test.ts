import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDashboard, type TestDashboard } from '../create-test-dashboard.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await createTestDashboard()
})
afterAll(() => dashboard.close())
const get = (path: string) => dashboard.browser().get(path)

test('the demo site is open to everybody, and nothing in it runs or loads', async () => {
  for (const path of ['/demo/', '/demo/book', '/demo/contact', '/demo/reports']) {
    const { statusCode, headers, body } = await get(path)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers).not.toHaveProperty('set-cookie')
    expect(body).not.toContain('<script')
  }
})

test('only the right password leads to the orders', async () => {
  expect((await get('/demo/account?reader=ada@example.com&word=harbour')).body).toContain('The Tide Tables')
  for (const query of ['', '?reader=ada@example.com&word=x', '?word=harbour'])
    expect((await get(`/demo/account${query}`)).body).toContain('Wrong email or password.')
})

test('nothing invites a browser to fill in the email and the password of the dashboard, which has the same origin', async () => {
  const { body } = await get('/demo/')
  const inputs = body.match(/<input[^>]*>/g)!
  expect(inputs).toHaveLength(2)
  for (const input of inputs) {
    expect(input).toContain('type="text" autocomplete="off"')
    expect(input).not.toMatch(/name="(?:email|password|user)/)
  }
})

test('what is written into a form is shown as text', async () => {
  const written = encodeURIComponent('<img src=x onerror=alert(1)>"&')
  const { body } = await get(`/demo/sent?name=${written}&subject=An%20order`)
  expect(body).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#38;')
  expect(body).toContain('“An order”')
  expect((await get(`/demo/sent?name=${'x'.repeat(1001)}`)).statusCode).toBe(400)
})

test('the report is downloaded', async () => {
  const { headers, body } = await get('/demo/report.csv')
  expect(headers['content-disposition']).toBe('attachment; filename="report.csv"')
  expect(body.split('\n')[0]).toBe('title;sold')
})
