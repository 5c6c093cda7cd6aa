import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { getExecution } from '../executions/get-execution.ts'
import { ada, openRunnerBed } from './test-runner.ts'

const received: Buffer[] = []
const { bed, execute } = openRunnerBed(
  { url: 'http://127.0.0.1:9999/', events: ['automation.failed'] },
  {
    '/sent': (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        received.push(Buffer.concat(chunks))
        response.setHeader('content-type', 'text/html').end('<h1>Thank you</h1>')
      })
    },
  },
)
bed.page = `
  <form action="/sent" method="post" enctype="multipart/form-data">
    <input type="file" name="list" aria-label="List"><button>Send</button>
  </form>`

const contents = randomBytes(150_000)
const upload: Action = {
  name: 'choose',
  type: 'upload',
  selectors: ['aria/List'],
  file: {
    name: '${name}.bin',
    contentType: 'application/x-list',
    contentBase64: contents.toString('base64'),
  },
}

async function run(change?: (automationId: string) => Promise<unknown>) {
  received.length = 0
  const actions: Action[] = [
    { name: 'open', type: 'navigate', url: bed.site.url },
    upload,
    { name: 'send', type: 'click', selectors: ['aria/Send'] },
    { name: 'read', type: 'extractText', selectors: ['h1'], output: 'said' },
  ]
  const { services } = bed.service
  const { id } = await createAutomation(services, ada, { name: 'Send', actions })
  await change?.(id)
  const { executionId } = await triggerAutomation(services, ada, id, { variables: { name: 'prices' } })
  await execute(executionId)
  return getExecution(services, ada, executionId)
}

const owner = () => bed.service.database.connectAsOwner().db

test('a page receives the file of a step byte for byte', async () => {
  expect(await run()).toMatchObject({ status: 'completed', extractedData: { said: 'Thank you' } })
  expect(received[0]!.includes(contents)).toBe(true)
  expect(received[0]!.toString('latin1')).toContain(
    'filename="prices.bin"\r\nContent-Type: application/x-list',
  )
})

test('a page receives the file of a step that is still in its row', async () => {
  const ended = await run((id) => {
    const actions = sql`jsonb_set(actions, '{1}', ${JSON.stringify(upload)}::jsonb)`
    return owner().execute(sql`update automation.automations set actions = ${actions} where id = ${id}`)
  })
  expect(ended).toMatchObject({ status: 'completed' })
  expect(received[0]!.includes(contents)).toBe(true)
})

test.each([
  ['that does not exist', sql`delete from automation.blobs`, /cannot be read: there is no blob /],
  [
    'that is incomplete',
    sql`delete from automation.blob_pieces where number = 1`,
    /cannot be read: the blob .* is not what was put there$/,
  ],
  [
    'that is in an object store unknown to the runner',
    sql`update automation.blobs set is_object = true`,
    /STORAGE_URL names none$/,
  ],
])('a step fails with the reason for a file %s, before the page is changed', async (_what, loss, reason) => {
  const ended = await run(() => owner().execute(loss))
  expect(ended).toMatchObject({
    status: 'failed',
    steps: [{}, { status: 'failed' }, { status: 'skipped' }, {}],
  })
  expect(ended.error).toMatch(reason)
  expect(ended.error).toContain('Step "choose" (upload) failed: the file "prices.bin"')
  expect(received).toEqual([])
})
