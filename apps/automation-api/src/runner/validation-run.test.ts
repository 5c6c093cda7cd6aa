import { asc, sql } from 'drizzle-orm'
import { createEgressPolicy } from '@waypost/egress'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { getAutomation, getAutomationRow } from '../automations/get-automation.ts'
import { listAutomationVersions } from '../automations/list-automation-versions.ts'
import { stopAutomation } from '../automations/stop-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { validateAutomation } from '../automations/validate-automation.ts'
import { deliveries, learnedElements } from '../db/tables.ts'
import type { Execution } from '../executions/execution.ts'
import { getExecution } from '../executions/get-execution.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { createWebhook } from '../webhooks/create-webhook.ts'
import { createBrowserPool } from './browser/browser-pool.ts'
import { createBrowserSupply } from './browser/browser-supply.ts'
import { prepareRuns, type PreparedRuns } from './browser/prepare-runs.ts'
import { executeRun } from './execute-run.ts'
import { startPageServer, type PageServer } from './page-server.ts'

let service: TestApp
let browsers: PreparedRuns
let site: PageServer
/** What the site shows from now on. */
let page: string
let automationId: string
const ada = { ownerId: 'ada', keyId: null, ip: '127.0.0.1' }

beforeAll(async () => {
  service = await startTestApp()
  browsers = prepareRuns(
    createBrowserPool({
      supply: createBrowserSupply(),
      egress: { policy: createEgressPolicy({ allow: ['127.0.0.0/8'] }) },
    }),
  )
  site = await startPageServer({
    '/': (_request, response) => response.setHeader('content-type', 'text/html').end(page),
    '/sent': '<h1>Sent</h1>',
  })
  await createWebhook(service.services, ada, {
    name: 'all',
    url: 'https://example.com',
    events: [
      'execution.started',
      'execution.selfheal.started',
      'execution.selfheal.failed',
      'automation.completed',
      'automation.failed',
    ],
  })
})
afterAll(async () => {
  await Promise.all([browsers.close(), site.close()])
  await service.close()
})
beforeEach(() => {
  page = form
  site.requests.length = 0
})
afterEach(async () => {
  await service.database
    .connectAsOwner()
    .db.execute(sql`truncate automation.deliveries, automation.automations cascade`)
})

const write = (body: string) =>
  `<!doctype html><meta charset="utf-8"><style>p { height: 1em }</style><body>${body}</body>`
const form =
  write(`<form action="/sent"><h1>Order</h1><label for="who">Name</label><input id="who" name="who">
  <p class="total">12.50 €</p><p class="note"></p><button id="send">Send</button></form>`)

const open: () => Action = () => ({ name: 'open', type: 'navigate', url: `${site.url}/` })
const fill: Action = {
  name: 'fill',
  type: 'change',
  selectors: ['aria/Name', '#who'],
  value: 'Ada',
}
const read: Action = {
  name: 'read',
  type: 'extractText',
  selectors: ['.total'],
  output: 'total',
}
const send: Action = { name: 'send', type: 'click', selectors: ['#send', 'text/Send'] }
/** Of a step that is to fail when its time is over. */
const briefly = { timeoutMs: 1000 }

const generate = async (...actions: Action[]) => {
  const made = { name: 'Order', actions }
  automationId = (await createAutomation(service.services, ada, made, { isGenerated: true })).id
}
const found = () => getAutomation(service.services, ada, automationId)

function execute(executionId: string, signal = new AbortController().signal): Promise<void> {
  const db = (runnerDb ??= service.database.connectAs('waypost_automation_runner').db)
  const services = { ...service.services, db, sessionTtlMs: 86_400_000 }
  return executeRun(services, executionId, { browsers, signal, signOfLifeMs: 20 })
}
let runnerDb: TestApp['services']['db'] | undefined

/** Validates it to the end; answers its executions. */
async function validate(input: Parameters<typeof validateAutomation>[3] = {}): Promise<Execution[]> {
  await validateAutomation(service.services, ada, automationId, input)
  const executions: Execution[] = []
  while ((await found()).validation!.status === 'running') {
    const executionId = (await found()).validation!.executionIds.at(-1)!
    await execute(executionId)
    executions.push(await getExecution(service.services, ada, executionId))
  }
  return executions
}

test('steps that each find their one element pass, are read, and are told to nobody', async () => {
  await generate(open(), fill, read, send)
  const [execution] = await validate()
  expect(execution).toMatchObject({
    status: 'completed',
    error: null,
    isValidation: true,
    extractedData: { total: '12.50 €' },
    steps: Array.from({ length: 4 }, () => ({ status: 'completed' })),
  })
  expect(await found()).toMatchObject({
    isDraft: false,
    validation: { status: 'passed', error: null, executionIds: [execution!.id] },
  })
  expect(site.requests.filter((path) => path === '/sent')).toHaveLength(1)
  expect(await service.services.db.select().from(deliveries).orderBy(asc(deliveries.id))).toEqual([])
})

/** Validating it fails so, and nothing is sent. */
const fails = async (error: string) => {
  const [execution] = await validate()
  expect(execution).toMatchObject({ status: 'failed', error })
  expect(await found()).toMatchObject({ isDraft: true, validation: { status: 'failed', error } })
  expect(site.requests).not.toContain('/sent')
}

describe('a step', () => {
  test('for which there are two elements fails, names itself, and presses neither', async () => {
    page = form.replace('</form>', '<button id="send">Send it all</button></form>')
    await generate(open(), { ...send, ...briefly, selectors: ['#send'] })
    await fails('Step "send" (click) failed: "#send" matches 2 elements, not one')
    // Where it is run as usual, the first of them is taken.
    const { id } = await createAutomation(service.services, ada, {
      name: 'Written',
      actions: [open(), { ...send, selectors: ['#send'] }],
    })
    const { executionId } = await triggerAutomation(service.services, ada, id, {})
    await execute(executionId)
    expect(await getExecution(service.services, ada, executionId)).toMatchObject({ status: 'completed' })
  })

  test('of which one selector fits more than one element fails, whatever the others find', async () => {
    page = form.replace('</form>', '<button>Send it all</button></form>')
    await generate(open(), { ...send, ...briefly })
    await fails('Step "send" (click) failed: "text/Send" matches 2 elements, not one')
  })

  test('whose selectors find different elements fails', async () => {
    page = form.replace('id="send"', '').replace('<h1>', '<h1 id="send">')
    await generate(open(), { ...send, ...briefly })
    await fails('Step "send" (click) failed: its selectors match different elements, not one and the same')
  })

  test('without an element fails, and names itself', async () => {
    await generate(open(), { ...send, ...briefly, selectors: ['#gone'] })
    await fails('Step "send" (click) failed: no element matches the selector within 1000 ms')
  })

  test.each(['.note', '.total, .note'])('that reads nothing, as %s, fails', async (selector) => {
    page = page.replace('12.50 €', ' ')
    await generate(open(), { ...read, selectors: [selector], multiple: selector !== '.note' })
    await fails('Step "read" (extractText) failed: the text is empty')
  })

  test('that waits for an element waits for the one', async () => {
    await generate(open(), { name: 'wait', type: 'waitForElement', selectors: ['p'], timeoutMs: 1000 })
    await fails('Step "wait" (waitForElement) failed: "p" matches 2 elements, not one')
  })
})

describe('a step passes', () => {
  test.each<[what: string, html: string, action: Action]>([
    [
      'with one selector that finds a part of what the other finds',
      form.replace('>Send<', '><b>Send</b><'),
      send,
    ],
    ['with selectors that find a field and its label', form, { ...fill, selectors: ['#who', 'text/Name'] }],
    [
      'with a selector that finds nothing beside one that finds it',
      form,
      { ...send, selectors: ['#gone', '#send'] },
    ],
    [
      'when there is but one element after a while',
      form.replace(
        '</form>',
        '</form><button id="send">Old</button><script>setTimeout(() => document.querySelectorAll("#send")[1].remove(), 150)</script>',
      ),
      send,
    ],
    ['that reads several elements, some of them empty', form, { ...read, selectors: ['p'], multiple: true }],
    [
      'that waits for as many elements as it says',
      form,
      { name: 'wait', type: 'waitForElement', selectors: ['p'], count: 2, operator: '==', timeoutMs: 1000 },
    ],
    ['that looks in a frame', write(`<iframe srcdoc='${form.replaceAll("'", '&#39;')}'></iframe>`), read],
  ])('%s', async (_what, html, action) => {
    page = html
    await generate(open(), action)
    expect(await validate()).toMatchObject([{ status: 'completed', error: null }])
    expect(await found()).toMatchObject({ isDraft: false })
  })
})

describe('before an action that it is to stop at', () => {
  test('it ends well, and nothing of it or after it is done', async () => {
    await generate(open(), fill, send, { ...read, name: 'after', selectors: ['.never'] })
    const [execution] = await validate({ stopBefore: 'send' })
    expect(execution).toMatchObject({
      status: 'completed',
      error: null,
      steps: [
        { name: 'open', status: 'completed' },
        { name: 'fill', status: 'completed' },
        {
          name: 'send',
          status: 'skipped',
          startedAt: null,
          durationMs: null,
          error: null,
          // How the page stood in the end.
          screenshot: expect.stringContaining('/steps/3/') as string,
        },
        { name: 'after', status: 'skipped', startedAt: null },
      ],
    })
    expect(site.requests).not.toContain('/sent')
    expect(await found()).toMatchObject({ isDraft: false, validation: { status: 'passed' } })
  })

  test('it fails where that could not be done', async () => {
    await generate(open(), fill, { ...send, ...briefly, selectors: ['#gone'] })
    const [execution] = await validate({ stopBefore: 'send' })
    const error = 'Step "send" (click) failed: no element matches the selector within 1000 ms'
    expect(execution).toMatchObject({
      status: 'failed',
      error,
      steps: [{ status: 'completed' }, { status: 'completed' }, { status: 'failed' }],
    })
    expect(await found()).toMatchObject({ isDraft: true, validation: { status: 'failed', error } })
  })
})

describe('two replays', () => {
  const remembering = write(`<p></p><script>
    document.querySelector('p').textContent = 'seen: ' + (document.cookie || localStorage.seen || 'never')
    document.cookie = 'seen=before; max-age=600'
    localStorage.seen = 'before'
  </script>`)

  test('begin each with nothing that the other has left', async () => {
    page = remembering
    await generate(open(), { ...read, selectors: ['p'] })
    const executions = await validate({ replays: 2 })
    expect(executions).toMatchObject([
      { status: 'completed', extractedData: { total: 'seen: never' } },
      { status: 'completed', extractedData: { total: 'seen: never' } },
    ])
    expect(await found()).toMatchObject({
      isDraft: false,
      validation: { status: 'passed', executionIds: executions.map(({ id }) => id) },
    })
  })

  test('begin each with the session that is given', async () => {
    page = remembering
    await generate(open(), { ...read, selectors: ['p'] })
    await validate()
    const { executionId } = await triggerAutomation(service.services, ada, automationId, {
      saveSession: true,
    })
    await execute(executionId)
    const { sessionId } = await getExecution(service.services, ada, executionId)
    const executions = await validate({ replays: 2, sessionId: sessionId! })
    expect(executions).toMatchObject([
      { inputSessionId: sessionId, sessionId: null, extractedData: { total: 'seen: seen=before' } },
      { inputSessionId: sessionId, sessionId: null, extractedData: { total: 'seen: seen=before' } },
    ])
  })

  test('fail where the page is another the second time', async () => {
    await generate(open(), { ...read, ...briefly })
    await validateAutomation(service.services, ada, automationId, { replays: 2 })
    await execute((await found()).validation!.executionIds[0]!)
    page = page.replace('</p>', '</p><p class="total">13 €</p>')
    await execute((await found()).validation!.executionIds[1]!)
    const error = 'Step "read" (extractText) failed: ".total" matches 2 elements, not one'
    expect(await found()).toMatchObject({ isDraft: true, validation: { status: 'failed', error } })
  })
})

test('nothing is healed, learned or written back, where a run of the same steps is healed', async () => {
  const actions = [open(), fill, { ...send, ...briefly, selectors: ['#send'] } as Action]
  automationId = (await createAutomation(service.services, ada, { name: 'Order', actions })).id
  const learned = () => {
    const { db } = service.database.connectAs('waypost_automation_runner')
    return db.select().from(learnedElements).orderBy(asc(learnedElements.actionName))
  }
  const causes = async () => {
    const all = { limit: 10, offset: 0 }
    const { items } = await listAutomationVersions(service.services, ada, automationId, all)
    return items.map(({ cause }) => cause)
  }
  const run = async () => {
    service.services.cooldownMs = 0
    const { executionId } = await triggerAutomation(service.services, ada, automationId, {})
    await execute(executionId)
    return getExecution(service.services, ada, executionId)
  }
  expect(await validate()).toMatchObject([{ status: 'completed' }])
  expect(await learned()).toEqual([])

  await run()
  const known = await learned()
  expect(known.map(({ actionName }) => actionName)).toEqual(['fill', 'send'])
  page = form.replace('id="send"', 'id="b-2"')
  const error = 'Step "send" (click) failed: no element matches the selector within 1000 ms'
  expect(await validate()).toMatchObject([{ status: 'failed', error, selfHealEvents: [] }])
  expect(await learned()).toEqual(known)
  expect(await causes()).toEqual(['created'])

  expect(await run()).toMatchObject({ status: 'completed', selfHealEvents: [{ outcome: 'succeeded' }] })
  expect(await causes()).toEqual(['healed', 'created'])
})

test('a heal that is written back leaves what was validated validated', async () => {
  await generate(open(), fill, { ...send, selectors: ['#send'], timeoutMs: 3000 })
  await validate()
  service.services.cooldownMs = 0
  for (const html of [form, form.replace('id="send"', 'id="b-2"')]) {
    page = html
    const { executionId } = await triggerAutomation(service.services, ada, automationId, {})
    await execute(executionId)
    expect(await getExecution(service.services, ada, executionId)).toMatchObject({ status: 'completed' })
  }
  expect(await found()).toMatchObject({ version: 2, isDraft: false, validation: { status: 'passed' } })
})

test('the end of a validation leaves the cooldown as it was', async () => {
  await generate(open(), read)
  await validate()
  expect(await getAutomationRow(service.services, ada, automationId)).toMatchObject({ lastEndedAt: null })
})

test('one that is stopped while it runs has failed within a moment', async () => {
  await generate(open(), { ...read, selectors: ['.never'], timeoutMs: 60_000 })
  const { executionId } = await validateAutomation(service.services, ada, automationId, {})
  const running = execute(executionId)
  await expect
    .poll(async () => (await getExecution(service.services, ada, executionId)).steps[1]?.status, {
      timeout: 10_000,
    })
    .toBe('running')
  await stopAutomation(service.services, ada, automationId)
  await running
  expect(await found()).toMatchObject({
    isDraft: true,
    validation: { status: 'failed', error: 'Stopped by user', executionIds: [executionId] },
  })
})
