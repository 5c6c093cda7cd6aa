import { newId, systemClock } from '@waypost/postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { deliveries } from '../db/tables.ts'
import type { Execution } from '../executions/execution.ts'
import { ada, openRunnerBed } from '../runner/test-runner.ts'
import type { Artifact } from './artifact.ts'
import { openArtifactToken } from './artifact-token.ts'

const report = Buffer.from('name;total\nChair;18\n')
const { bed, execute } = openRunnerBed(
  { url: 'https://hooks.test/', events: ['automation.completed', 'automation.failed'] },
  {
    '/report': (_request, response) =>
      response.setHeader('content-disposition', 'attachment; filename="Report.csv"').end(report),
    '/rows': `<ul></ul><script>
      document.querySelector('ul').innerHTML = Array.from({ length: 3000 }, (_, at) =>
        '<li><b>=Item ' + at + '</b><i>' + 'x'.repeat(20) + '</i></li>').join('')</script>`,
  },
)
beforeEach(() => {
  bed.page = `<h1>Reports</h1><form method=post action="/report"><button id=send>Send</button></form><a id=report href="/report">Report</a>
    <button id=blob onclick="const link = document.createElement('a'); link.download = 'own.txt';
      link.href = window.URL.createObjectURL(new Blob(['made here'])); link.click()">Make</button>`
})

const open = (path = '/'): Action => ({
  name: 'Open',
  type: 'navigate',
  url: new URL(path, bed.site.url).href,
})
const click = (selector: string): Action => ({ name: 'Click', type: 'click', selectors: [selector] })

async function run(...actions: Action[]): Promise<{ execution: Execution; artifacts: Artifact[] }> {
  const { services } = bed.service
  const { id } = await createAutomation(services, ada, { name: newId(), actions })
  const { executionId } = await triggerAutomation(services, ada, id, {})
  await execute(executionId)
  return {
    execution: (await get(`/api/v1/executions/${executionId}`)).json<Execution>(),
    artifacts: (await get(`/api/v1/executions/${executionId}/artifacts`)).json<Artifact[]>(),
  }
}
async function get(url: string, ownerId = ada.ownerId) {
  const headers = await bed.service.key(ownerId, 'automation:read')
  return bed.service.app.inject({ url, headers })
}
const download = ({ id }: Execution, artifact: Artifact) =>
  get(`/api/v1/executions/${id}/artifacts/${artifact.id}`)

describe('a download', () => {
  test('is kept by the step that waits for it, and named by its output', async () => {
    const keep: Action = { name: 'Keep', type: 'waitForDownload', output: 'report' }
    const { execution, artifacts } = await run(open(), click('#report'), keep)
    expect(execution).toMatchObject({ status: 'completed', error: null })
    expect(artifacts).toMatchObject([
      {
        kind: 'download',
        stepName: 'Keep',
        name: 'Report.csv',
        contentType: 'text/csv',
        size: report.length,
      },
    ])
    expect(execution.extractedData['report']).toMatchObject({
      artifactId: artifacts[0]!.id,
      size: report.length,
    })
    const response = await download(execution, artifacts[0]!)
    expect(response.rawPayload.equals(report)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-disposition': `attachment; filename*=UTF-8''Report.csv`,
      'x-content-type-options': 'nosniff',
    })
  })

  test('is kept where the page makes it itself, and where its address is opened', async () => {
    const keep: Action = { name: 'Keep', type: 'waitForDownload', fileName: 'März (1).txt' }
    const made = await run(open(), click('#blob'), keep)
    expect(made.artifacts).toMatchObject([{ name: 'März (1).txt', contentType: 'text/plain' }])
    const response = await download(made.execution, made.artifacts[0]!)
    expect(response.body).toBe('made here')
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''M%C3%A4rz%20%281%29.txt`,
    )
    const opened = await run(open('/report'), keep)
    expect(opened.execution.error).toBeNull()
    expect(opened.artifacts).toMatchObject([{ size: report.length }])
  })

  test('that answers a form is refused: the form would be sent again', async () => {
    const keep: Action = { name: 'Keep', type: 'waitForDownload' }
    const { execution } = await run(open(), click('#send'), keep)
    expect(execution.error).toContain('the download “Report.csv” failed: it answers a form')
  })

  test('that does not start fails its step, and one that no step keeps fails the run', async () => {
    const keep: Action = { name: 'Keep', type: 'waitForDownload', timeoutMs: 200 }
    expect((await run(open(), keep)).execution.error).toContain('no download started within 200 ms')
    const refused = await run(open(), click('#report'), { name: 'Wait', type: 'wait', durationMs: 3000 })
    expect(refused.execution.error).toContain('the page started a download that no step asks for')
    expect(refused.artifacts.map(({ kind }) => kind)).toEqual(['trace'])
  })
})

test('a page can be printed, and it and its elements photographed', async () => {
  const { execution, artifacts } = await run(
    open(),
    { name: 'Print', type: 'pdf', fileName: 'receipt.pdf', output: 'receipt' },
    { name: 'Page', type: 'screenshot', fullPage: true },
    { name: 'Title', type: 'screenshot', selectors: ['h1'], fileName: 'title.png' },
  )
  expect(artifacts.map(({ kind, name }) => [kind, name])).toEqual([
    ['pdf', 'receipt.pdf'],
    ['screenshot', 'screenshot.png'],
    ['screenshot', 'title.png'],
  ])
  const files = await Promise.all(artifacts.map((artifact) => download(execution, artifact)))
  expect(files.map(({ rawPayload }) => rawPayload.subarray(0, 4).toString('latin1'))).toEqual([
    '%PDF',
    '\x89PNG',
    '\x89PNG',
  ])
})

test('a list is also kept as CSV, in which no cell is a formula, and a long one only as a file', async () => {
  const fields = { name: { selectors: ['b'] }, text: { selectors: ['i'] } }
  const list: Action = { name: 'List', type: 'extract', rows: ['li'], fields, output: 'items', saveAs: 'csv' }
  const { execution, artifacts } = await run(open('/rows'), list)
  const [file] = artifacts
  expect(execution.extractedData).toEqual({
    items: {
      artifactId: file!.id,
      name: 'items.csv',
      contentType: file!.contentType,
      size: file!.size,
      rows: 3000,
    },
  })
  const csv = (await download(execution, file!)).body
  expect(csv.split('\n').slice(0, 2)).toEqual(['\u{feff}name,text', `'=Item 0,${'x'.repeat(20)}`])
  const { saveAs: _csv, ...plain } = list
  const asJson = await run(open('/rows'), plain)
  expect(asJson.artifacts).toMatchObject([{ name: 'items.json', kind: 'data' }])
  expect((await download(asJson.execution, asJson.artifacts[0]!)).json()).toHaveLength(3000)
})

describe('a file of a run', () => {
  test('can be downloaded without a key at the URL of its event, until that expires', async () => {
    const { artifacts } = await run(open(), { name: 'Print', type: 'pdf' })
    const [delivery] = await bed.service.database.connectAsOwner().db.select().from(deliveries)
    const { data } = JSON.parse(delivery!.body) as { data: { artifacts: { id: string; url: string }[] } }
    expect(data.artifacts).toMatchObject([{ id: artifacts[0]!.id, kind: 'pdf', size: artifacts[0]!.size }])
    const { url } = data.artifacts[0]!
    expect((await bed.service.app.inject({ url })).rawPayload.length).toBe(artifacts[0]!.size)
    expect((await bed.service.app.inject({ url: url.replace('token=v1', 'token=v2') })).statusCode).toBe(404)
    const token = new URL(url, 'http://api').searchParams.get('token')!
    const later = (ms: number) => ({
      ...bed.service.services,
      clock: Object.assign(Object.create(systemClock) as typeof systemClock, { now: () => Date.now() + ms }),
    })
    expect(openArtifactToken(later(23 * 3_600_000), token)).toBe(artifacts[0]!.id)
    expect(openArtifactToken(later(24 * 3_600_000), token)).toBeUndefined()
  })

  test('is not found by anybody else, and counts as stored until its execution is deleted', async () => {
    const { execution, artifacts } = await run(open(), { name: 'Print', type: 'pdf' })
    const list = `/api/v1/executions/${execution.id}/artifacts`
    expect((await get(list, 'bob')).statusCode).toBe(404)
    expect((await get(`${list}/${artifacts[0]!.id}`, 'bob')).statusCode).toBe(404)
    expect((await get(`${list}/${newId()}`)).statusCode).toBe(404)
    expect((await bed.service.app.inject({ url: list })).statusCode).toBe(401)
  })
})
