import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Client } from '../../client.ts'
import type { Hook } from '../../outside-world.ts'
import { scopes, type Automation, type Validation } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

export const automations = '/api/v1/automations'

interface Bed {
  service: ServiceUnderTest
  key: Client
  /** Of another account. */
  stranger: Client
  hook: Hook
  shop: ReturnType<ServiceUnderTest['world']['changingPage']>
  /** The automation that is validated. */
  id: string
}

interface Validating {
  executionId: string
  status: string
  validation: Validation
}

// However slow the machine is, a step that can succeed does.
const timeoutMs = 60_000
const read = { name: 'read', type: 'extractText', selectors: ['.price'], output: 'price', timeoutMs }
const send = { name: 'send', type: 'click', selectors: ['aria/Send'], timeoutMs }
const sent = { name: 'sent', type: 'extractText', selectors: ['h1'], output: 'answer', timeoutMs }

/** The page of the automation, with more elements where it has its price. */
export const page = (more = '') => `<!doctype html><p class="price">12.50</p>${more}<button>Send</button>
  <script>
    document.querySelector('button').onclick = () => { document.body.innerHTML = '<h1>Sent</h1>' }
    document.querySelector('button').textContent += document.cookie
    document.cookie = 'visited=yes'
  </script>`

/** For tests: the service, and before each of them a new automation that orders in a shop. */
export function openValidationBed() {
  const bed = {} as Bed
  beforeAll(async () => {
    bed.service = await startService(['runner'])
    bed.key = await bed.service.key(scopes)
    bed.stranger = await bed.service.key(scopes, bed.service.stranger)
    bed.hook = bed.service.world.hook()
    const events = ['execution.started', 'automation.completed', 'automation.failed']
    await bed.service.webhook(events, bed.hook.url)
    bed.shop = bed.service.world.changingPage('')
  })
  afterAll(() => bed.service.close())
  beforeEach(async () => {
    bed.shop.show(page())
    await make()
  })

  const open = () => ({ name: 'open', type: 'navigate', url: bed.shop.url })
  async function make(reading = read): Promise<void> {
    const made = { name: 'Order', actions: [{ ...open(), timeoutMs }, reading, send, sent] }
    bed.id = (await bed.key.post<Automation>(automations, made)).body.id
  }
  const found = async () => (await bed.key.get<Automation>(`${automations}/${bed.id}`)).body
  return {
    bed,
    open,
    /** Makes an automation whose first step after the page will not succeed, which need not be awaited for long. */
    makeFailing: () => make({ ...read, timeoutMs: 1500 }),
    validate: (input?: object, headers?: Record<string, string>, by = bed.key) =>
      by.post<Validating>(`${automations}/${bed.id}/validate`, input, headers),
    found,
    ended: () =>
      waitFor('the end of the validation', async () => {
        const { validation } = await found()
        return validation !== null && validation.status !== 'running' && validation
      }),
  }
}
