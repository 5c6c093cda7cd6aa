import { eq, sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAutomation } from '../../automations/create-automation.ts'
import { getAutomation } from '../../automations/get-automation.ts'
import { recordedSteps, recordings } from '../../db/recording-tables.ts'
import { learnedElements } from '../../db/tables.ts'
import { getExecution } from '../../executions/get-execution.ts'
import { endLostRecordings } from '../end-lost-recordings.ts'
import { withEnoughTime } from '../../runner/test-limits.ts'
import type { Recording } from '../recording.ts'
import { openRecorderBed } from './test-recording.ts'

const { bed, start, begin, openView, ask, execute, live } = openRecorderBed({
  '/inside': '<title>Inside</title><h1>Inside</h1><button>Log out</button>',
})
const signIn = `<!doctype html><title>Sign in</title><style>input, button { display: block; height: 30px }</style>
  <form action="/inside"><label>E-mail <input name="email"></label>
  <label>Password <input type="password" name="password"></label><button>Sign in</button></form>`
beforeEach(() => {
  bed.page = signIn
})

const db = () => bed.service.database.connectAsOwner().db
const rowsOf = (ownerId: string) => db().$count(recordedSteps, eq(recordedSteps.ownerId, ownerId))

async function recordSignIn() {
  const recording = await begin()
  await recording.press('[name=email]')
  recording.type('ada')
  await recording.press('[name=password]')
  recording.type('correct horse')
  await recording.press('form button')
  await recording.until((steps) => steps.at(-1)?.type === 'click')
  return recording
}

describe('a saved recording', () => {
  test('is a draft until a browser of its own has done the same, and holds what is known of its elements', async () => {
    const recording = await recordSignIn()
    await recording.finish()
    const body = { name: 'Sign in', values: { password: 'correct horse' } }
    const saved = await ask('POST', `/api/v1/recordings/${recording.id}/save`, recording.headers, body)
    expect(saved.statusCode).toBe(201)
    const { automation, executionId } = saved.json<{ automation: { id: string }; executionId: string }>()
    expect(automation).toMatchObject({
      isDraft: true,
      validation: { status: 'running' },
      variables: { password: { secret: true, default: '[redacted]' } },
    })
    const { services } = bed.service
    const actor = { ownerId: recording.ownerId, keyId: null, ip: '' }
    await execute(executionId)
    expect(await getExecution(services, actor, executionId)).toMatchObject({
      status: 'completed',
      error: null,
    })
    expect(await getAutomation(services, actor, automation.id)).toMatchObject({ isDraft: false })
    expect(await db().$count(learnedElements, eq(learnedElements.automationId, automation.id))).toBe(3)
    // Nothing of it is left but the automation.
    expect(await rowsOf(recording.ownerId)).toBe(0)
    expect((await ask('GET', `/api/v1/recordings/${recording.id}`, recording.headers)).statusCode).toBe(404)
  })

  test('has ended before, and is saved once', async () => {
    const recording = await recordSignIn()
    const save = () =>
      ask('POST', `/api/v1/recordings/${recording.id}/save`, recording.headers, {
        name: newId(),
        values: { password: 'correct horse' },
      })
    expect((await save()).json()).toMatchObject({ statusCode: 409, message: 'Recording is still running' })
    await recording.finish()
    const statuses = (await Promise.all([save(), save()])).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([201, 404])
  })

  test('needs the values that were typed into password fields, which are kept nowhere', async () => {
    const recording = await recordSignIn()
    await recording.finish()
    const saved = await ask('POST', `/api/v1/recordings/${recording.id}/save`, recording.headers, {
      name: 'One',
    })
    expect(saved.statusCode).toBe(400)
    expect(saved.json()).toMatchObject([{ property: 'variables.password' }])
    const { rows } = await db().execute<{ text: string }>(
      sql`select string_agg(step.action::text || coalesce(step.learned::text, ''), '') as text from automation.recorded_steps step`,
    )
    expect(rows[0]!.text).not.toContain('correct horse')
    expect(await rowsOf(recording.ownerId)).toBe(4)
  })
})

describe('a recording', () => {
  test('begins after the steps of an automation, with its values, and its names are not taken twice', async () => {
    const ownerId = newId()
    const actor = { ownerId, keyId: null, ip: '' }
    const { id: automationId } = await createAutomation(bed.service.services, actor, {
      name: 'Sign in',
      actions: [
        { type: 'navigate', name: 'Open', url: `${bed.site.url}/` },
        { type: 'change', name: 'E-mail', selectors: ['[name=email]'], value: '${email}' },
        { type: 'click', name: 'Click Log out', selectors: ['form button'] },
        { type: 'click', name: 'Never', selectors: ['#never'] },
      ],
    })
    const recording = await begin(
      { automationId, afterStep: 'Click Log out', variables: { email: 'ada' } },
      {},
      ownerId,
    )
    expect(recording.page().url()).toContain('/inside?email=ada')
    await recording.press('button')
    await recording.until((steps) => steps.length === 1)
    expect(recording.words()).toEqual(['Click Log out (2)'])
    const { steps } = await recording.finish()
    expect(steps).toHaveLength(1)
    const saved = await ask('POST', `/api/v1/recordings/${recording.id}/save`, recording.headers, {
      name: 'One',
    })
    expect(saved.json()).toMatchObject({ statusCode: 409, message: 'Recording continues an automation' })
  })

  test('can be viewed before its browser is open', async () => {
    const gate = Promise.withResolvers<void>()
    const openRun = () => gate.promise.then(() => bed.browsers.openRun())
    const { id, headers, ended } = await start(undefined, { browsers: { openRun } })
    const view = await openView(id, headers)
    view.send({ type: 'look', closely: false })
    gate.resolve()
    await view.until(({ isHandedOver }) => isHandedOver)
    await ask('DELETE', `/api/v1/recordings/${id}`, headers)
    await ended
    expect(await view.closed).toBe(4000)
  })

  test('ends with the reason where a step before it fails', async () => {
    const ownerId = newId()
    const actor = { ownerId, keyId: null, ip: '' }
    const { id: automationId } = await createAutomation(bed.service.services, actor, {
      name: 'Gone',
      actions: [{ type: 'navigate', name: 'Open', url: `${bed.site.url}/gone` }],
    })
    const { id, headers, ended } = await start({ automationId }, {}, ownerId)
    await ended
    expect((await ask('GET', `/api/v1/recordings/${id}`, headers)).json()).toMatchObject({
      status: 'ended',
      error: expect.stringContaining('404') as string,
    })
  })

  test('ends after a while without input, and what there is can be saved', async () => {
    const idle = await withEnoughTime(
      700,
      async (idleMs) => {
        const { id, headers, ended } = await start(undefined, { idleMs })
        await ended
        expect(live().runs.find(id)).toBeUndefined()
        return (await ask('GET', `/api/v1/recordings/${id}`, headers)).json<Recording>()
      },
      ({ steps }) => steps.length > 0,
    )
    expect(idle).toMatchObject({
      status: 'ended',
      error: expect.stringMatching(/^Nothing was done for \d minutes?$/) as string,
      steps: [{ action: { type: 'navigate' } }],
    })
  })

  test('that is deleted leaves neither a browser nor a row of its steps', async () => {
    const recording = await begin()
    const context = live().runs.find(recording.id)!.context
    const deleted = await ask('DELETE', `/api/v1/recordings/${recording.id}`, recording.headers)
    expect(deleted.statusCode).toBe(204)
    await recording.ended
    expect(context.pages()).toEqual([])
    expect(live().runs.find(recording.id)).toBeUndefined()
    expect(await rowsOf(recording.ownerId)).toBe(0)
    expect((await ask('GET', '/api/v1/recordings', recording.headers)).json()).toEqual([])
  })

  test('whose runner dies is ended by another process, with the steps that it had', async () => {
    const recording = await begin(undefined, { heartbeatMs: 600_000 })
    await waitFor('the step', async () => (await rowsOf(recording.ownerId)) === 1)
    const { services } = bed.service
    const later = { ...services, clock: { now: () => Date.now() + 16_000 } }
    await endLostRecordings(later as typeof services)
    expect(await recording.get()).toMatchObject({
      status: 'ended',
      error: 'Runner lost',
      steps: { length: 1 },
    })
    await recording.finish()
  })

  test('that no runner takes ends after a minute', async () => {
    const ownerId = newId()
    const headers = await bed.service.key(ownerId, 'automation:write', 'automation:execute')
    await ask('POST', '/api/v1/recordings', headers, { url: bed.site.url })
    const { services } = bed.service
    await endLostRecordings({ ...services, clock: { now: () => Date.now() + 61_000 } } as typeof services)
    const [row] = await db().select().from(recordings).where(eq(recordings.ownerId, ownerId))
    expect(row).toMatchObject({ status: 'ended', error: 'No runner was free' })
  })
})
