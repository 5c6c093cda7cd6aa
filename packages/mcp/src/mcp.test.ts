import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serveHttp } from './serve-http.ts'
import { startService } from './testing/start-service.ts'

const id = '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44'
const main = fileURLToPath(new URL('main.ts', import.meta.url))
const answers = new Map<string, () => { status: number; body: unknown }>()

let service: Awaited<ReturnType<typeof startService>>
let http: Awaited<ReturnType<typeof serveHttp>>
const open: Client[] = []

beforeAll(async () => {
  service = await startService(answers)
  process.env['WAYPOST_AUTOMATION_URL'] = service.url
  process.env['WAYPOST_ALIAS_URL'] = service.url
  http = await serveHttp({ port: 0 })
})
afterAll(async () => {
  delete process.env['WAYPOST_AUTOMATION_URL']
  delete process.env['WAYPOST_ALIAS_URL']
  await http.close()
  await service.close()
})
beforeEach(() => {
  answers.clear()
  service.asked.length = 0
})
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

async function connect(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  open.push(client)
  return client
}
const overHttp = (headers: Record<string, string>) =>
  connect(new StreamableHTTPClientTransport(new URL(http.url), { requestInit: { headers } }))
const overStdio = (env: Record<string, string>) =>
  connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--conditions=@waypost/source', main],
      env: { WAYPOST_AUTOMATION_URL: service.url, WAYPOST_ALIAS_URL: service.url, ...env },
      stderr: 'ignore',
    }),
  )
const toolsOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)
async function call(client: Client, name: string, input: object = {}) {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } })
  const [{ text }] = content as [{ text: string }]
  return { isError: isError === true, text, json: () => JSON.parse(text) as unknown }
}
const ended = (more: object = {}) => ({
  id,
  status: 'completed',
  completedAt: '2026-01-02T06:00:09.000Z',
  extractedData: { price: '18 €' },
  ...more,
})

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
    answers.set(`GET /api/v1/executions/${id}`, () => ({ status: 200, body: ended() }))
    const result = await call(client, 'run_automation', { id, variables: { place: 'Rome' } })
    expect(result.json()).toMatchObject({ status: 'completed', extractedData: { price: '18 €' } })
    const [triggered] = service.asked
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
    expect(service.asked[0]!.headers.authorization).toBe('Bearer jm_live_key')
  })
})

describe('the tools', () => {
  test('are those of the services that the caller has a key for', async () => {
    const automation = await toolsOf(await overHttp({ 'x-automation-key': 'gfac_key' }))
    const alias = await toolsOf(await overHttp({ 'x-alias-key': 'jm_live_key' }))
    expect(automation).toContain('run_automation')
    expect(automation).not.toContain('create_alias')
    expect(alias).toContain('create_alias')
    expect(alias).not.toContain('run_automation')
  })

  test('say whether they only read', async () => {
    const { tools } = await (await overHttp({ 'x-automation-key': 'a', 'x-alias-key': 'b' })).listTools()
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)
    expect(reading.toSorted()).toEqual([
      'get_automation',
      'get_email',
      'get_execution',
      'get_pipeline_run',
      'get_request',
      'list_aliases',
      'list_automations',
      'list_emails',
      'list_files',
      'list_pipelines',
      'list_schedules',
      'list_secrets',
      'read_file',
      'wait_for_email',
    ])
  })

  test('answer what a service refuses, such as a scope that the key lacks', async () => {
    const client = await overHttp({ 'x-automation-key': 'gfac_key' })
    const message = 'Insufficient permissions. Required scopes: automation:execute'
    answers.set(`POST /api/v1/automations/${id}/trigger`, () => ({
      status: 403,
      body: { statusCode: 403, message, error: 'Forbidden' },
    }))
    const result = await call(client, 'run_automation', { id })
    expect(result).toMatchObject({ isError: true, text: `403 ${message}` })
  })

  test('read a list of a run that is too long for its result, part by part, and show its screenshots', async () => {
    const client = await overHttp({ 'x-automation-key': 'gfac_key' })
    const list = JSON.stringify(Array.from({ length: 9000 }, (_, at) => ({ at, name: 'Häuser' })))
    const png = Buffer.from('89504e470d0a1a0a', 'hex')
    const kept = (contentType: string, content: Buffer, fileId: string) => {
      answers.set(`GET /api/v1/executions/${id}/artifacts/${fileId}`, () => ({ status: 200, body: content }))
      return { id: fileId, name: 'file', contentType, size: content.length }
    }
    const [json, image, pdf] = ['a', 'b', 'c'].map((last) => `${id.slice(0, -1)}${last}`)
    const files = [
      kept('application/json', Buffer.from(list), json!),
      kept('image/png', png, image!),
      kept('application/pdf', Buffer.from('%PDF'), pdf!),
    ]
    answers.set(`GET /api/v1/executions/${id}/artifacts`, () => ({ status: 200, body: files }))
    expect((await call(client, 'list_files', { executionId: id })).json()).toEqual(files)
    const read = async (fileId: string, offset = 0) =>
      (await client.callTool({ name: 'read_file', arguments: { executionId: id, fileId, offset } })) as {
        isError?: boolean
        content: { type: string; text: string; data?: string; mimeType?: string }[]
      }

    let text = ''
    for (let offset: number | null = 0; offset !== null;) {
      const { content }: Awaited<ReturnType<typeof read>> = await read(json!, offset)
      const [about, part] = content
      text += part!.text
      offset = (JSON.parse(about!.text) as { nextOffset: number | null }).nextOffset
    }
    expect(text).toBe(list)
    expect((await read(image!)).content).toEqual([
      { type: 'image', data: png.toString('base64'), mimeType: 'image/png' },
    ])
    expect(await read(pdf!)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('application/pdf') }],
    })
    expect(await read(id)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('no such file') }],
    })
  })

  test('send a request in plain language, and answer with what its run has read', async () => {
    const client = await overHttp({ 'x-automation-key': 'gfac_key' })
    const jobId = '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a55'
    const intent = { intentId: id, jobId, status: 'executed', completedAt: '2026-01-02T06:00:09.000Z' }
    answers.set('POST /api/v1/intents', () => ({ status: 202, body: { ...intent, status: 'received' } }))
    answers.set(`GET /api/v1/intents/${id}`, () => ({ status: 200, body: intent }))
    answers.set(`GET /api/v1/jobs/${jobId}`, () => ({
      status: 200,
      body: { jobId, executionId: id, result: { extractedData: { price: '18 €' } } },
    }))
    const wanted = { text: 'Look up a price', variables: { title: 'Fog' } }
    const done = { status: 'executed', executionId: id, result: { extractedData: { price: '18 €' } } }
    expect((await call(client, 'send_request', wanted)).json()).toMatchObject(done)
    expect(JSON.parse(service.asked[0]!.body)).toEqual(wanted)
    expect((await call(client, 'get_request', { id })).json()).toMatchObject(done)
    const pending = { ...intent, status: 'resolved', completedAt: null }
    answers.set(`GET /api/v1/intents/${id}`, () => ({ status: 200, body: pending }))
    const late = await call(client, 'send_request', { ...wanted, waitSeconds: 0 })
    expect(late.json()).toMatchObject({ intentId: id, next: 'Call get_request for the outcome.' })
  })

  test('create, list and delete schedules', async () => {
    const client = await overHttp({ 'x-automation-key': 'gfac_key' })
    const wanted = { name: 'Daily', target: { type: 'automation', id }, cron: '0 7 * * *' }
    const schedule = { ...wanted, id, nextRuns: ['2026-01-02T07:00:00.000Z'] }
    answers.set('POST /api/v1/schedules', () => ({ status: 201, body: schedule }))
    answers.set('GET /api/v1/schedules', () => ({ status: 200, body: [schedule] }))
    answers.set(`DELETE /api/v1/schedules/${id}`, () => ({ status: 204, body: undefined }))
    expect((await call(client, 'create_schedule', wanted)).json()).toEqual(schedule)
    expect(JSON.parse(service.asked[0]!.body)).toEqual(wanted)
    expect((await call(client, 'list_schedules')).json()).toMatchObject({ schedules: [schedule] })
    expect((await call(client, 'delete_schedule', { id })).json()).toEqual({ id, deleted: true })
  })

  test('list the names of secrets, and no tool takes or answers a value', async () => {
    const client = await overHttp({ 'x-automation-key': 'gfac_key' })
    const updatedAt = '2026-01-02T06:00:00.000Z'
    answers.set('GET /api/v1/secrets', () => ({
      status: 200,
      body: [{ name: 'shopPassword', createdAt: updatedAt, updatedAt }],
    }))
    const listed = await call(client, 'list_secrets')
    expect(listed.json()).toEqual({ secrets: [{ name: 'shopPassword', updatedAt }] })
    expect((await toolsOf(client)).filter((name) => name.includes('secret'))).toEqual(['list_secrets'])
  })

  test('answer where to look when a run has not ended in time', async () => {
    const client = await overHttp({ 'x-automation-key': 'gfac_key' })
    answers.set(`POST /api/v1/automations/${id}/trigger`, () => ({
      status: 202,
      body: { executionId: id, status: 'pending', startsAt: '2026-01-02T06:00:00.000Z' },
    }))
    answers.set(`GET /api/v1/executions/${id}`, () => ({
      status: 200,
      body: ended({ status: 'running', completedAt: null }),
    }))
    const result = await call(client, 'run_automation', { id, waitSeconds: 0 })
    expect(result.json()).toMatchObject({ executionId: id, status: 'running' })
  })

  test('refuse input that is none of theirs', async () => {
    const client = await overHttp({ 'x-automation-key': 'gfac_key' })
    expect(await call(client, 'get_execution', { id: '../api-keys' })).toMatchObject({ isError: true })
    expect(service.asked).toEqual([])
  })
})

const post = (headers: Record<string, string>) =>
  fetch(http.url, {
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
    expect((await fetch(new URL('/', http.url))).status).toBe(404)
    expect((await fetch(http.url)).status).toBe(405)
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
