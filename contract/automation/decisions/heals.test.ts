import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import { scopes, type Automation, type Heal } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decision 48: an element takes no other name without a person's word.
let service: ServiceUnderTest
let key: Client
let stranger: Client
/** Each with a heal that nobody has decided about, of a button that has another id or another name. */
let moved: Healed
let renamed: Healed

beforeAll(async () => {
  service = await startService(['runner'])
  key = await service.key(scopes)
  stranger = await service.key(scopes, service.stranger)
  ;[moved, renamed] = await Promise.all([
    healOnto('<button id="b-7">Show the shelves</button>'),
    healOnto('<button id="go">Look around</button>'),
  ])
}, 400_000)
afterAll(() => service.close())

interface Healed {
  automationId: string
  executionId: string
  url: string
}

const show = (
  button: string,
) => `<!doctype html><title>Books</title><h1>Books</h1><nav><a href="/new">New</a></nav>
  <p>For readers</p> ${button} <footer>Open every day</footer>`

/** Runs an automation on the page that it was made for, and again on the same page with another button. */
async function healOnto(button: string): Promise<Healed> {
  const page = service.world.changingPage(show('<button id="go">Show the shelves</button>'))
  const actions = [
    { name: 'open', type: 'navigate', url: page.url },
    { name: 'show', type: 'click', selectors: ['#go'], timeoutMs: 15_000 },
  ]
  const { body } = await key.post<Automation>('/api/v1/automations', { name: 'Shelves', actions })
  const before = await service.run(key, body.id)
  page.show(show(button))
  const after = await runAgain(body.id)
  if (before.status !== 'completed' || after.selfHealEvents[0]?.outcome !== 'succeeded')
    throw new Error(`the run did not heal: ${JSON.stringify([before, after])}`)
  return { automationId: body.id, executionId: after.id, url: `/api/v1/automations/${body.id}/heals` }
}

/** @param withinMs the time of the click, in a service that the suite started itself */
async function runAgain(automationId: string, withinMs = 15_000) {
  await service.local?.execute(
    `update automation.automations set last_ended_at = null,
       actions = jsonb_set(actions, '{1,timeoutMs}', '${withinMs}') where id = '${automationId}'`,
  )
  return service.run(key, automationId)
}

const list = async ({ url }: Healed) => (await key.get<Heal[]>(url)).body
const listUndecided = async ({ automationId }: Healed) => {
  const { body } = await key.get<Heal[]>('/api/v1/heals?limit=100')
  return body.filter((each) => each.automationId === automationId)
}
const decide = async (of: Healed, verb: 'accept' | 'refuse') => {
  const [heal] = await list(of)
  return key.post<Heal>(`${of.url}/${heal!.id}/${verb}`)
}
const notFound = (what: string) => ({
  status: 404,
  body: { statusCode: 404, message: `${what} not found or unauthorized`, error: 'Not Found' },
})

const forbidden = (scope: string) => ({
  status: 403,
  body: { message: `Insufficient permissions. Required scopes: ${scope}` },
})

describe('a heal that nobody has decided about', () => {
  test('GET …/heals lists once, with both names, its evidence and whether there are pictures', async () => {
    const common = {
      id: expect.any(String) as string,
      actionName: 'show',
      lostName: 'Show the shelves',
      message: expect.any(String) as string,
      evidence: expect.arrayContaining([expect.any(String)]) as string[],
      oldSelectors: ['#go'],
      // A busy machine may have no time for one.
      pictures: { before: expect.any(Boolean) as boolean, now: expect.any(Boolean) as boolean },
      decision: null,
      decidedAt: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    }
    expect(await list(moved)).toEqual([
      {
        ...common,
        executionId: moved.executionId,
        foundName: 'Show the shelves',
        newSelectors: expect.arrayContaining(['aria/Show the shelves[role="button"]']) as string[],
      },
    ])
    expect(await list(renamed)).toEqual([
      { ...common, executionId: renamed.executionId, foundName: 'Look around', newSelectors: ['#go'] },
    ])
  })
  test('GET /api/v1/heals lists for its account alone, with its automation', async () => {
    const { automationId } = renamed
    const listed = await listUndecided(renamed)
    expect(listed).toEqual([{ ...(await list(renamed))[0], automationId, automationName: 'Shelves' }])
    const { headers } = await key.get('/api/v1/heals?limit=1')
    expect(Number(headers.get('x-total-count'))).toBeGreaterThanOrEqual(2)
    expect(headers.get('link')).toContain('rel="next"')
    const { body } = await stranger.get<Heal[]>('/api/v1/heals?limit=100')
    expect(body.filter((each) => each.automationId === automationId)).toEqual([])
  })
  test('has the pictures that it says it has, of the element before and of the one now', async () => {
    const [heal] = await list(renamed)
    for (const moment of ['before', 'now'] as const) {
      const path = `${renamed.url}/${heal!.id}/pictures/${moment}`
      const answer = await key.get<string>(path)
      if (!heal!.pictures[moment]) expect(answer).toMatchObject(notFound('Picture'))
      else expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(await stranger.get(path)).toMatchObject(notFound('Picture'))
    }
    const unknown = `${renamed.url}/${randomUUID()}/pictures/now`
    expect(await key.get(unknown)).toMatchObject(notFound('Picture'))
  })
  test('is not found by another account, nor below another automation or under another id', async () => {
    const [{ id } = { id: '' }] = await list(renamed)
    expect(await stranger.get(renamed.url)).toMatchObject(notFound('Automation'))
    for (const verb of ['accept', 'refuse']) {
      expect(await stranger.post(`${renamed.url}/${id}/${verb}`)).toMatchObject(notFound('Automation'))
      expect(await key.post(`${moved.url}/${id}/${verb}`)).toMatchObject(notFound('Heal'))
      expect(await key.post(`${renamed.url}/${randomUUID()}/${verb}`)).toMatchObject(notFound('Heal'))
    }
    expect(await list(renamed)).toMatchObject([{ id, decision: null }])
  })
  test('is read with automation:read, and decided about with automation:write', async () => {
    const [{ id } = { id: '' }] = await list(renamed)
    const reader = await service.key(['automation:read'])
    const writer = await service.key(['automation:write'])
    expect((await reader.get(renamed.url)).status).toBe(200)
    for (const path of ['/api/v1/heals', renamed.url, `${renamed.url}/${id}/pictures/now`])
      expect(await writer.get(path)).toMatchObject(forbidden('automation:read'))
    for (const verb of ['accept', 'refuse']) {
      const path = `${renamed.url}/${id}/${verb}`
      expect(await reader.post(path)).toMatchObject(forbidden('automation:write'))
      expect((await service.anonymous.post(path)).status).toBe(401)
      expect((await key.post(path, { because: 'it is right' })).status).toBe(400)
    }
  })
})

describe('a heal onto an element with another id', () => {
  test('that is refused is taken from the step, is no longer undecided, and is not offered by a later run', async () => {
    const { status, body } = await decide(moved, 'refuse')
    expect([status, body.decision, body.decidedAt]).toEqual([200, 'refused', expect.any(String)])
    expect(await listUndecided(moved)).toEqual([])
    const path = `/api/v1/automations/${moved.automationId}`
    expect((await key.get(path)).body).toMatchObject({ actions: [{}, { selectors: ['#go'] }] })
    // Its element is looked for when its time is over, however short that is.
    const later = await runAgain(moved.automationId, 1000)
    expect(later).toMatchObject({
      status: 'failed',
      selfHealEvents: [{ actionName: 'show', outcome: 'failed', newSelector: null, persisted: false }],
    })
    expect(await list(moved)).toEqual([body])
    expect(await listUndecided(moved)).toEqual([])
  })
  test('that is accepted after all is written to the step, and a later run needs no heal', async () => {
    const { status, body } = await decide(moved, 'accept')
    expect([status, body.decision]).toEqual([200, 'accepted'])
    const path = `/api/v1/automations/${moved.automationId}`
    const changed = await key.get(path)
    expect(changed.body).toMatchObject({ actions: [{}, { selectors: body.newSelectors }] })
    expect(await runAgain(moved.automationId)).toMatchObject({ status: 'completed', selfHealEvents: [] })
  })
})

describe('a heal of another name', () => {
  test('that is accepted is known by a later run, and the automation stays as it was', async () => {
    const { status, body } = await decide(renamed, 'accept')
    expect([status, body.decision, body.decidedAt]).toEqual([200, 'accepted', expect.any(String)])
    expect(await listUndecided(renamed)).toEqual([])
    expect(await runAgain(renamed.automationId)).toMatchObject({ status: 'completed', selfHealEvents: [] })
    const { body: automation } = await key.get(`/api/v1/automations/${renamed.automationId}`)
    expect(automation).toMatchObject({ version: 1 })
  })
  test('that is accepted again stays as it is', async () => {
    const [before] = await list(renamed)
    const { status, body } = await decide(renamed, 'accept')
    expect([status, body]).toEqual([200, before])
    expect(await list(renamed)).toEqual([before])
  })
  test('that is refused later is not used, nor offered, by a later run', async () => {
    const { status, body } = await decide(renamed, 'refuse')
    expect([status, body.decision]).toEqual([200, 'refused'])
    expect((await decide(renamed, 'refuse')).body).toEqual(body)
    const later = await runAgain(renamed.automationId)
    expect(later).toMatchObject({ status: 'failed', selfHealEvents: [{ outcome: 'failed' }] })
    expect(await list(renamed)).toEqual([body])
    expect(await listUndecided(renamed)).toEqual([])
  })
})
