import { newId } from '@waypost/postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { getExecution } from '../executions/get-execution.ts'
import { saveFile } from '../files/save-file.ts'
import { ada, openRunnerBed } from './test-runner.ts'

const report = Buffer.from('name;total\nChair;18\n')
let received: string[]
const { bed, execute } = openRunnerBed(
  { url: 'http://127.0.0.1:9999/', events: ['automation.failed'] },
  {
    '/report': (_request, response) =>
      response.setHeader('content-disposition', 'attachment; filename="Report.csv"').end(report),
    '/sent': (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        received.push(Buffer.concat(chunks).toString('latin1'))
        response.setHeader('content-type', 'text/html').end('<h1>Thank you</h1>')
      })
    },
  },
)
beforeEach(() => {
  received = []
})
bed.page = `<a href="/report">Report</a>
  <form action="/sent" method="post" enctype="multipart/form-data">
    <input type="file" name="list" aria-label="List"><button>Send</button>
  </form>`

const open = (): Action => ({ name: 'open', type: 'navigate', url: bed.site.url })
const download: Action[] = [
  { name: 'download', type: 'click', selectors: ['aria/Report'] },
  { name: 'keep', type: 'waitForDownload', output: 'report' },
]
const send = (artifact: string): Action[] => [
  { name: 'choose', type: 'upload', selectors: ['aria/List'], artifact },
  { name: 'send', type: 'click', selectors: ['aria/Send'] },
  { name: 'arrive', type: 'waitForElement', selectors: ['h1'] },
]

async function run(actions: Action[], variables: Record<string, string> = {}, actor = ada) {
  const { services } = bed.service
  const { id } = await createAutomation(services, actor, { name: newId(), actions })
  const { executionId } = await triggerAutomation(services, actor, id, { variables })
  await execute(executionId)
  return getExecution(services, actor, executionId)
}

async function keepReport(actor = ada): Promise<{ artifactId: string }> {
  const { extractedData } = await run([open(), ...download], {}, actor)
  return extractedData['report'] as unknown as { artifactId: string }
}

describe('an upload of an artifact', () => {
  test('sends the file that an earlier step of the run has kept, by its own name', async () => {
    expect(await run([open(), ...download, ...send('${outputs.report}')])).toMatchObject({ error: null })
    expect(received).toHaveLength(1)
    expect(received[0]).toContain('filename="Report.csv"\r\nContent-Type: text/csv')
    expect(received[0]).toContain(report.toString())
  })

  test('sends the file of an earlier run, by its id and by what the run says of it', async () => {
    const kept = await keepReport()
    expect(await run([open(), ...send(kept.artifactId)])).toMatchObject({ error: null })
    const given = { report: JSON.stringify(kept) }
    expect(await run([open(), ...send('${report}')], given)).toMatchObject({ error: null })
    expect(received).toHaveLength(2)
    for (const body of received) expect(body).toContain(report.toString())
  })

  test.each([
    ['of another account', async () => (await keepReport({ ...ada, ownerId: 'bob' })).artifactId],
    ['that is not there', async () => newId()],
  ])('fails for one %s', async (_what, findId) => {
    const ended = await run([open(), ...send('${report}')], { report: await findId() })
    expect(ended.error).toBe(
      'Step "choose" (upload) failed: there is no such artifact: it was deleted, or is of another account',
    )
    expect(received).toEqual([])
  })

  test('fails for a value that names no file', async () => {
    const ended = await run([open(), ...send('${report}')], { report: 'Report.csv' })
    expect(ended.error).toBe('Step "choose" (upload) failed: “Report.csv” is not a file of a run')
  })
})

const sendFile = (accountFile: string): Action[] => [
  open(),
  { name: 'choose', type: 'upload', selectors: ['aria/List'], accountFile },
  ...send('').slice(1),
]

describe('an upload of a file of the account', () => {
  const content = { contentType: 'text/csv', contentBase64: report.toString('base64') }

  test('sends what is saved under that name when the step begins', async () => {
    const { services } = bed.service
    await saveFile(services, ada, 'Orders.csv', { contentBase64: '' })
    await saveFile(services, ada, 'Orders.csv', content)
    expect(await run(sendFile('${which}.csv'), { which: 'Orders' })).toMatchObject({ error: null })
    expect(received).toHaveLength(1)
    expect(received[0]).toContain('filename="Orders.csv"\r\nContent-Type: text/csv')
    expect(received[0]).toContain(report.toString())
  })

  test('fails for one that is not there, and for one of another account', async () => {
    await saveFile(bed.service.services, { ...ada, ownerId: 'bob' }, 'Bobs.csv', content)
    for (const name of ['Bobs.csv', 'Nobodys.csv'])
      expect((await run(sendFile(name))).error).toBe(
        `Step "choose" (upload) failed: the account has no file "${name}"`,
      )
    expect(received).toEqual([])
  })
})
