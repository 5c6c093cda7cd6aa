import { expect, test } from 'vitest'
import type { Action } from '../../automations/action.ts'
import { createAutomation } from '../../automations/create-automation.ts'
import { triggerAutomation } from '../../automations/trigger-automation.ts'
import type { Execution } from '../../executions/execution.ts'
import { ada, openRunnerBed } from '../test-runner.ts'

let sent = ''
const { bed, execute } = openRunnerBed(
  { url: 'https://hooks.test/', events: ['automation.completed'] },
  {
    '/report': (_request, response) =>
      response.setHeader('content-disposition', 'attachment; filename="Report.csv"').end('a;b\n'),
    '/sent': (request, response) => {
      request.setEncoding('utf8').on('data', (chunk: string) => (sent += chunk))
      request.on('end', () => response.setHeader('content-type', 'text/html').end('<h1>Thank you</h1>'))
    },
  },
  { isJailed: true },
)
bed.page = `<meta charset="utf-8"><h1>Réservations 予約</h1>
  <a href="/report">Report</a>
  <button onclick="const link = document.createElement('a'); link.download = 'own.txt';
    link.href = window.URL.createObjectURL(new Blob(['made here'])); link.click()">Make</button>
  <form action="/sent" method="post" enctype="multipart/form-data">
    <input type="file" name="list" aria-label="List"><button>Send</button>
  </form>`

const click = (selector: string): Action => ({
  name: `Click ${selector}`,
  type: 'click',
  selectors: [selector],
})
const keep = (output: string): Action => ({ name: `Keep ${output}`, type: 'waitForDownload', output })

test('a run in its jail reads, downloads, uploads, prints, takes pictures and saves its session', async () => {
  const { services } = bed.service
  const contentBase64 = Buffer.from('chosen').toString('base64')
  const actions: Action[] = [
    { name: 'Open', type: 'navigate', url: bed.site.url },
    { name: 'Read', type: 'extractText', selectors: ['h1'], output: 'heading' },
    click('aria/Report'),
    keep('report'),
    click('aria/Make'),
    keep('own'),
    { name: 'Print', type: 'pdf', output: 'print' },
    { name: 'Photograph', type: 'screenshot', output: 'picture' },
    {
      name: 'Choose',
      type: 'upload',
      selectors: ['aria/List'],
      file: { name: 'list.txt', contentType: 'text/plain', contentBase64 },
    },
    click('aria/Send'),
    { name: 'Thanked', type: 'extractText', selectors: ['h1'], output: 'said' },
  ]
  const { id } = await createAutomation(services, ada, { name: 'Everything', actions })
  const { executionId } = await triggerAutomation(services, ada, id, { saveSession: true })
  await execute(executionId)
  const headers = await bed.service.key(ada.ownerId, 'automation:read')
  const get = async (url: string) => bed.service.app.inject({ url, headers })
  const execution = (await get(`/api/v1/executions/${executionId}`)).json<Execution>()
  expect(execution).toMatchObject({ status: 'completed', error: null })
  expect(execution.extractedData).toMatchObject({ heading: 'Réservations 予約', said: 'Thank you' })
  expect(execution.sessionId).toBeTruthy()
  expect(sent).toContain('chosen')
  const artifacts = (await get(`/api/v1/executions/${executionId}/artifacts`)).json<
    { name: string; size: number }[]
  >()
  expect(artifacts.map(({ name }) => name)).toEqual(expect.arrayContaining(['Report.csv', 'own.txt']))
  expect(artifacts).toHaveLength(4)
  expect(artifacts.every(({ size }) => size > 0)).toBe(true)
})
