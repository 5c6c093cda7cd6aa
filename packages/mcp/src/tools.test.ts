import { describe, expect, test } from 'vitest'
import { call, openAgentBed, toolsOf } from './testing/open-agent-bed.ts'

const id = '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44'
const { answers, overHttp, asked } = openAgentBed()

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
    expect(JSON.parse(asked()[0]!.body)).toEqual(wanted)
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
    expect(JSON.parse(asked()[0]!.body)).toEqual(wanted)
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
      body: { id, status: 'running', completedAt: null, extractedData: { price: '18 €' } },
    }))
    const result = await call(client, 'run_automation', { id, waitSeconds: 0 })
    expect(result.json()).toMatchObject({ executionId: id, status: 'running' })
  })

  test('refuse input that is none of theirs', async () => {
    const client = await overHttp({ 'x-automation-key': 'gfac_key' })
    expect(await call(client, 'get_execution', { id: '../api-keys' })).toMatchObject({ isError: true })
    expect(asked()).toEqual([])
  })
})
