import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { statusOf, type Attack, type AttackContext } from '../attack.ts'
import { must } from '../tenant.ts'

const automations = 40
const places = 10
const lateMs = 10_000

const pages: Record<string, string> = {
  // Its heading comes after ten seconds.
  '/late': `<body><script>setTimeout(() => { document.body.innerHTML = '<h1>Late</h1>' }, ${lateMs})</script>`,
  '/busy': `<h1>Busy</h1><script>setTimeout(() => { for (;;); }, 50)</script>`,
  '/greedy': `<h1>Greedy</h1><script>
    const kept = []
    setInterval(() => kept.push(new Uint8Array(2 ** 24).fill(kept.length)), 20)</script>`,
  '/popups': `<h1>Popups</h1><script>setInterval(() => open('/greedy'), 100)</script>`,
}

async function serve(over: AbortSignal): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end(pages[request.url!] ?? '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  over.addEventListener('abort', () => server.closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const readHeading = (url: string) => [
  { name: 'Open', type: 'navigate', url },
  { name: 'Wait', type: 'waitForElement', selectors: ['h2, h1'], count: 1, operator: '>=' },
  { name: 'Read', type: 'extractText', selectors: ['h1'], output: 'heading' },
]

async function createAutomations(
  { hostile, over }: AttackContext,
  paths: string[],
  { count = automations, name = 'Hostile', padding = '' } = {},
): Promise<string[]> {
  const base = await serve(over)
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const actions = readHeading(`${base}${paths[index % paths.length]}`)
    const body = { name: `${name} ${index}`, actions, ...(padding && { description: padding }) }
    ids.push((await must<{ id: string }>(hostile.automation('POST', '/api/v1/automations', body))).id)
  }
  return ids
}

const triggerAll = (paths: string[]): Attack => ({
  async run(context) {
    const ids = await createAutomations(context, paths)
    let next = 0
    context.begin()
    await context.repeat(places, () => {
      const id = ids[(next += 1) % ids.length]
      return statusOf(context.hostile.automation('POST', `/api/v1/automations/${id}/trigger`, {}))
    })
  },
})

export const runs = triggerAll(['/late'])
export const busyPages = triggerAll(['/busy'])
export const greedyPages = triggerAll(['/greedy', '/popups'])

export const jobs: Attack = {
  async run(context) {
    const ids = await createAutomations(context, ['/late'])
    let next = 0
    context.begin()
    await context.repeat(places, () => {
      const body = { type: 'automation', targetId: ids[(next += 1) % ids.length] }
      return statusOf(context.hostile.automation('POST', '/api/v1/jobs/enqueue', body))
    })
  },
}

export const pipelines: Attack = {
  async run(context) {
    const automationIds = await createAutomations(context, ['/late'])
    const create = (index: number) =>
      must<{ id: string }>(
        context.hostile.automation('POST', '/api/v1/pipelines', { name: `Hostile ${index}`, automationIds }),
      )
    const made = await Promise.all(Array.from({ length: 20 }, (_, index) => create(index)))
    let next = 0
    context.begin()
    await context.repeat(places, () => {
      const { id } = made[(next += 1) % made.length]!
      return statusOf(context.hostile.automation('POST', `/api/v1/pipelines/${id}/trigger`, {}))
    })
  },
}

const intentsOf = (texts: string[]): Attack => ({
  async run(context) {
    await createAutomations(context, ['/late'], { name: 'Read the ledger' })
    let next = 0
    context.begin()
    await context.repeat(places, () => {
      const text = texts[(next += 1) % texts.length]
      return statusOf(context.hostile.automation('POST', '/api/v1/intents', { text }))
    })
  },
})

export const intents = intentsOf(Array.from({ length: 40 }, (_, index) => `Read the ledger ${index}`))
export const tangledIntents = intentsOf([
  `open http://example.com then click the button${'!'.repeat(60)}x`,
  `read the ledger${' '.repeat(1900)}x`,
  'and then '.repeat(200),
  `"${'\\'.repeat(1900)}`,
  'a '.repeat(990),
])

export const largeLists: Attack = {
  async run(context) {
    await createAutomations(context, ['/late'], { count: 100, padding: '' })
    const large = { name: 'Large', actions: largeActions() }
    for (let count = 0; count < 60; count += 1)
      await context.hostile.automation('POST', '/api/v1/automations', large)
    context.begin()
    await context.repeat(8, () =>
      statusOf(context.hostile.automation('GET', '/api/v1/automations?limit=100')),
    )
  },
}

/** Some 700 KB of steps. */
function largeActions(): object[] {
  return Array.from({ length: 90 }, (_, index) => ({
    name: `Type ${index}`,
    type: 'change',
    selectors: ['#text'],
    value: 'x'.repeat(7_500),
  }))
}

export const automationRequests: Attack = {
  async run(context) {
    context.begin()
    await context.repeat(50, () =>
      statusOf(context.hostile.automation('GET', '/api/v1/executions?limit=100')),
    )
  },
}
