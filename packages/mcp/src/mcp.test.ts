import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { call, main, openAgentBed, toolsOf } from './testing/open-agent-bed.ts'

const id = '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44'
const { answers, overHttp, overStdio, asked, url } = openAgentBed()

describe.each([
  [
    'stdio',
    () => overStdio({ WAYPOST_AUTOMATION_API_KEY: 'gfac_key', WAYPOST_ALIAS_API_KEY: 'jm_live_key' }),
  ],
  ['streamable HTTP', () => overHttp({ 'x-automation-key': 'gfac_key', 'x-alias-key': 'jm_live_key' })],
])('over %s', (_name, start) => {
  test('an agent runs an automation with its key and gets the result', async () => {
    const client = await start()
    answers.set(`POST /api/v1/automations/${id}/trigger`, () => ({
      status: 202,
      body: { executionId: id, status: 'pending', startsAt: '2026-01-02T06:00:00.000Z' },
    }))
    answers.set(`GET /api/v1/executions/${id}`, () => ({
      status: 200,
      body: {
        id,
        status: 'completed',
        completedAt: '2026-01-02T06:00:09.000Z',
        extractedData: { price: '18 €' },
      },
    }))
    const result = await call(client, 'run_automation', { id, variables: { place: 'Rome' } })
    expect(result.json()).toMatchObject({ status: 'completed', extractedData: { price: '18 €' } })
    const [triggered] = asked()
    expect(triggered!.headers['x-api-key']).toBe('gfac_key')
    expect(JSON.parse(triggered!.body)).toEqual({ variables: { place: 'Rome' } })
  })

  test('an agent makes an alias and waits for a mail to it', async () => {
    const client = await start()
    const email = {
      id,
      from: 'shop@example.com',
      fromName: 'Shop',
      subject: 'Your code',
      receivedAt: '2026-01-02T06:00:00Z',
    }
    answers.set('POST /api/v1/addresses', () => ({
      status: 201,
      body: { data: { id, address: 'shop.x1@example.net' } },
    }))
    answers.set('GET /api/v1/emails', () => ({ status: 200, body: { data: [email], total: 1 } }))
    answers.set(`GET /api/v1/emails/${id}`, () => ({
      status: 200,
      body: { data: { ...email, bodyText: 'It is 123456' } },
    }))
    expect((await call(client, 'create_alias', { alias: 'shop' })).json()).toMatchObject({ id })
    const found = await call(client, 'wait_for_email', { aliasId: id, subject: 'code' })
    expect(found.json()).toMatchObject({ bodyText: 'It is 123456' })
    expect(asked()[0]!.headers.authorization).toBe('Bearer jm_live_key')
  })
})

const post = (headers: Record<string, string>) =>
  fetch(url(), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })

describe('streamable HTTP', () => {
  test('is refused without a key', async () => {
    expect((await post({})).status).toBe(401)
  })

  test('uses the keys of each request, and none of the process', async () => {
    process.env['WAYPOST_ALIAS_API_KEY'] = 'jm_live_of_the_process'
    try {
      expect(await toolsOf(await overHttp({ 'x-automation-key': 'gfac_key' }))).not.toContain('create_alias')
    } finally {
      delete process.env['WAYPOST_ALIAS_API_KEY']
    }
  })

  test('has no other path and no other method', async () => {
    expect((await fetch(new URL('/', url()))).status).toBe(404)
    expect((await fetch(url())).status).toBe(405)
  })
})

test('stdio without a key says what to set, and nothing on the protocol’s channel', () => {
  const result = spawnSync(process.execPath, ['--conditions=@waypost/source', main], {
    env: {},
    encoding: 'utf8',
  })
  expect(result.status).toBe(1)
  expect(result.stdout).toBe('')
  expect(result.stderr).toContain('Set WAYPOST_AUTOMATION_API_KEY, WAYPOST_ALIAS_API_KEY or both')
})
