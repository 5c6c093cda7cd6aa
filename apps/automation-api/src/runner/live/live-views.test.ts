import { eq } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '../../automations/action.ts'
import { createAutomation } from '../../automations/create-automation.ts'
import { triggerAutomation } from '../../automations/trigger-automation.ts'
import { artifacts } from '../../db/artifact-tables.ts'
import { executions, stepScreenshots } from '../../db/tables.ts'
import { resumeExecution } from '../../executions/waiting/resume-execution.ts'
import { ada, openRunnerBed } from '../test-runner.ts'
import { serveLiveViews, type LiveViewServer } from './serve-live-views.ts'
import { openTestView, type TestView } from './test-live-view.ts'

const form = `<!doctype html><title>Form</title>
<style>body { margin: 0 } * { box-sizing: border-box } input, button { display: block; width: 300px; height: 40px }</style>
<input id="name"><input id="file" type="file"><button onclick="window.open('/other')">Other</button>
<p id="said">nothing</p><div style="height: 3000px"></div>
<script>
  const said = document.querySelector('#said')
  let wasScrolled = false
  const say = () => {
    wasScrolled ||= scrollY > 0
    said.textContent = [name.value, file.files[0]?.name, wasScrolled].join(' ')
  }
  const name = document.querySelector('#name'), file = document.querySelector('#file')
  name.addEventListener('input', say)
  file.addEventListener('change', say)
  document.addEventListener('scroll', say)
  name.addEventListener('input', () => { document.body.style.background = 'green' })
</script>`

const { bed, execute } = openRunnerBed(
  { url: 'https://hooks.test/', events: ['execution.waiting'] },
  { '/other': '<title>Other</title><h1>Other</h1>' },
)
let live: LiveViewServer
let origin: string
let headers: Record<string, string>
beforeAll(async () => {
  live = await serveLiveViews(bed.service.services, { host: '127.0.0.1', port: 0, name: '127.0.0.1' })
  origin = await bed.service.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => live.close())
beforeEach(async () => {
  bed.page = form
  headers = await bed.service.key(ada.ownerId, 'automation:read', 'automation:execute')
})

const handOver: Action = { type: 'handOver', name: 'Fill in', message: 'Fill it in', timeoutMs: 60_000 }
const read: Action = { type: 'extractText', name: 'Read', selectors: ['#said'], output: 'said' }

/** Starts a run that is handed over. */
async function start(
  settings: Partial<Parameters<typeof createAutomation>[2]> = {},
  options: Parameters<typeof execute>[1] = {},
) {
  const { services } = bed.service
  const actions: Action[] = [{ type: 'navigate', name: 'Open', url: bed.site.url }, handOver, read]
  const { id } = await createAutomation(services, ada, { name: newId(), actions, ...settings })
  const { executionId } = await triggerAutomation(services, ada, id, {})
  const ended = execute(executionId, { live: live.runs, ...options })
  const rowOf = async () => {
    const [row] = await services.db.select().from(executions).where(eq(executions.id, executionId))
    return row!
  }
  return {
    executionId,
    rowOf,
    async giveBack() {
      await resumeExecution(services, ada, executionId)
      await ended
      return rowOf()
    },
  }
}

/** The same, and waits until it waits. */
async function startWaiting(settings: Parameters<typeof start>[0] = {}) {
  const started = await start(settings)
  await waitFor('the run to wait', async () => (await started.rowOf()).waiting !== null)
  return started
}

const ask = (executionId: string, by = headers) =>
  bed.service.app.inject({ method: 'POST', url: `/api/v1/executions/${executionId}/live-view`, headers: by })

async function open(executionId: string): Promise<TestView> {
  const { url } = (await ask(executionId)).json<{ url: string }>()
  return openTestView(origin.replace('http', 'ws') + url)
}

const click = (view: TestView, x: number, y: number) => {
  const at = { x, y, button: 'left', clickCount: 1 } as const
  view.send({ type: 'press', ...at })
  view.send({ type: 'release', ...at })
}
const press = (view: TestView, key: string) => {
  view.send({ type: 'keyDown', key })
  view.send({ type: 'keyUp', key })
}
const said = (executionId: string) => live.runs.find(executionId)!.page.locator('#said').textContent()

describe('a live view', () => {
  test('shows the page of a run, and each change of it', async () => {
    const { executionId, giveBack } = await startWaiting()
    const view = await open(executionId)
    await waitFor('a picture', () => view.pictures.length > 0)
    const [first] = view.pictures
    expect([first!.readUInt16BE(0), first!.readUInt16BE(2)]).toEqual([1280, 720])
    expect(first!.subarray(4, 7)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(view.state()).toMatchObject({
      windows: [{ url: `${bed.site.url}/` }],
      isHandedOver: true,
      control: 'none',
    })
    const shown = view.pictures.length
    await live.runs.find(executionId)!.page.evaluate('document.body.style.background = "red"')
    await waitFor('the change', () => view.pictures.length > shown)
    await giveBack()
    expect(await view.closed).toBe(4000)
  })

  test('is opened once by its token, which is passed on by the API and known to the run’s owner only', async () => {
    const { executionId, giveBack } = await startWaiting()
    const { url } = (await ask(executionId)).json<{ url: string }>()
    const view = await openTestView(origin.replace('http', 'ws') + url)
    await expect(openTestView(origin.replace('http', 'ws') + url)).rejects.toThrow('502')
    await expect(openTestView(`${origin.replace('http', 'ws')}/live-view?token=none`)).rejects.toThrow('401')
    await expect(openTestView(`ws://${live.runs.address}/live-view?token=none`)).rejects.toThrow('401')
    const stranger = await bed.service.key(newId(), 'automation:execute')
    expect((await ask(executionId, stranger)).statusCode).toBe(404)
    expect((await ask(newId())).statusCode).toBe(404)
    expect((await ask(executionId, await bed.service.key(ada.ownerId, 'automation:read'))).statusCode).toBe(
      403,
    )
    expect((await ask(executionId, {})).statusCode).toBe(401)
    view.close()
    await giveBack()
    expect((await ask(executionId)).json()).toMatchObject({ statusCode: 409 })
  })

  test('is accepted before the browser of its run is open, and shows each change of the page as ever', async () => {
    const gate = Promise.withResolvers<void>()
    const openRun = () => gate.promise.then(() => bed.browsers.openRun())
    const { executionId, rowOf, giveBack } = await start({}, { browsers: { openRun } })
    await waitFor('its start', async () => (await rowOf()).status === 'running')
    const view = await open(executionId)
    gate.resolve()
    await waitFor('the hand-over', () => view.told.length > 0 && view.state().isHandedOver)
    view.send({ type: 'takeControl' })
    await view.until(({ control }) => control === 'yours')
    await waitFor('a picture', () => view.pictures.length > 0)
    const shown = view.pictures.length
    click(view, 100, 20)
    press(view, 'a')
    await waitFor('the change', () => view.pictures.length > shown)
    await giveBack()
    expect(await view.closed).toBe(4000)
  })

  test('that is asked for in the moment in which its run ends is closed as the others are', async () => {
    const { executionId, giveBack } = await startWaiting()
    const { url } = (await ask(executionId)).json<{ url: string }>()
    await giveBack()
    await waitFor('the end of its browser', () => live.runs.find(executionId) === undefined)
    const view = await openTestView(origin.replace('http', 'ws') + url)
    expect(await view.closed).toBe(4000)
  })

  test('that is sent what it does not understand is closed', async () => {
    const { executionId, giveBack } = await startWaiting()
    const view = await open(executionId)
    view.send({ type: 'everything' } as never)
    expect(await view.closed).toBe(1008)
    await giveBack()
  })
})

describe('a person who has control', () => {
  test('points, types, pastes, scrolls and chooses files, and the run goes on with the page as they leave it', async () => {
    const { executionId, giveBack } = await startWaiting()
    const view = await open(executionId)
    view.send({ type: 'takeControl' })
    await view.until(({ control }) => control === 'yours')
    click(view, 100, 20)
    for (const key of ['A', 'd', 'é', 'x', 'Backspace']) press(view, key)
    view.send({ type: 'text', text: ' Łovelace' })
    await waitFor('the text', async () => (await said(executionId))?.startsWith('Adé Łovelace'))
    click(view, 40, 60)
    await waitFor('the question', () => view.isAskedForFiles())
    const contentBase64 = Buffer.from('hello').toString('base64')
    view.send({ type: 'files', files: [{ name: 'a.txt', contentType: 'text/plain', contentBase64 }] })
    await waitFor('the file', async () => (await said(executionId))?.includes('a.txt'))
    view.send({ type: 'move', x: 100, y: 300 })
    view.send({ type: 'scroll', x: 100, y: 300, deltaX: 0, deltaY: 200 })
    await waitFor('the scrolling', async () => (await said(executionId))?.endsWith('true'))
    expect(await giveBack()).toMatchObject({
      status: 'completed',
      extractedData: { said: 'Adé Łovelace a.txt true' },
    })
  })

  test('sees the windows that they open, and switches between them', async () => {
    const { executionId, giveBack } = await startWaiting()
    const view = await open(executionId)
    view.send({ type: 'takeControl' })
    const [main] = (await view.until(({ control }) => control === 'yours')).windows
    click(view, 100, 100)
    const { window } = await view.until((state) => state.windows.some(({ url }) => url.endsWith('/other')))
    expect(window).not.toBe(main!.id)
    view.send({ type: 'window', id: main!.id })
    await view.until((state) => state.window === main!.id)
    await giveBack()
  })

  test('is one at a time, and only while the run waits', async () => {
    const { executionId, giveBack } = await startWaiting()
    const [view, other] = await Promise.all([open(executionId), open(executionId)])
    view.send({ type: 'takeControl' })
    await other.until(({ control }) => control === 'other')
    other.send({ type: 'takeControl' })
    click(other, 100, 20)
    press(other, 'x')
    view.send({ type: 'releaseControl' })
    await other.until(({ control }) => control === 'none')
    expect(await said(executionId)).toBe('nothing')
    other.send({ type: 'takeControl' })
    await view.until(({ control }) => control === 'other')
    other.close()
    await view.until(({ control }) => control === 'none')
    await giveBack()
  })

  test('leaves nothing of what they do in screenshots and traces', async () => {
    const { executionId, giveBack } = await startWaiting({ screenshots: 'all', trace: 'all' })
    const { db } = bed.service.services
    const view = await open(executionId)
    view.send({ type: 'takeControl' })
    await view.until(({ control }) => control === 'yours')
    click(view, 100, 20)
    for (const key of 'hunter2') press(view, key)
    await waitFor('the text', async () => (await said(executionId))?.startsWith('hunter2'))
    await giveBack()
    const pictures = await db
      .select()
      .from(stepScreenshots)
      .where(eq(stepScreenshots.executionId, executionId))
    expect(pictures.map(({ stepIndex }) => stepIndex).toSorted()).toEqual([0, 2])
    const traces = await db.select().from(artifacts).where(eq(artifacts.executionId, executionId))
    expect(traces.map(({ kind }) => kind)).toEqual(['trace', 'trace'])
  })
})
