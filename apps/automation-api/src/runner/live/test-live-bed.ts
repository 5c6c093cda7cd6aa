import { eq } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Action } from '../../automations/action.ts'
import { createAutomation } from '../../automations/create-automation.ts'
import { triggerAutomation } from '../../automations/trigger-automation.ts'
import { executions } from '../../db/tables.ts'
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

const handOver: Action = { type: 'handOver', name: 'Fill in', message: 'Fill it in', timeoutMs: 60_000 }
const read: Action = { type: 'extractText', name: 'Read', selectors: ['#said'], output: 'said' }

/** For tests: runs that are handed over on a page with a form, and views of them through the API. */
export function openLiveBed() {
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
    bed.service.app.inject({
      method: 'POST',
      url: `/api/v1/executions/${executionId}/live-view`,
      headers: by,
    })

  async function open(executionId: string): Promise<TestView> {
    const { url } = (await ask(executionId)).json<{ url: string }>()
    return openTestView(origin.replace('http', 'ws') + url)
  }
  const said = (executionId: string) => live.runs.find(executionId)!.page.locator('#said').textContent()

  return {
    bed,
    start,
    startWaiting,
    ask,
    open,
    said,
    /** The URL of a view that the API has answered with. */
    addressOf: (url: string) => origin.replace('http', 'ws') + url,
    live: () => live,
  }
}

export const click = (view: TestView, x: number, y: number) => {
  const at = { x, y, button: 'left', clickCount: 1 } as const
  view.send({ type: 'press', ...at })
  view.send({ type: 'release', ...at })
}
export const press = (view: TestView, key: string) => {
  view.send({ type: 'keyDown', key })
  view.send({ type: 'keyUp', key })
}
