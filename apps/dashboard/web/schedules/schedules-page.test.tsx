import type { AutomationApi } from '@waypost/sdk'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { choose } from '../testing/choose.ts'
import { automation } from '../testing/samples.ts'
import { answer, askedOf, issue, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const list = 'GET /automation/api/v1/schedules'
const create = 'POST /automation/api/v1/schedules'
const one = 'GET /automation/api/v1/schedules/:id'
const change = 'PATCH /automation/api/v1/schedules/:id'
const runs = 'GET /automation/api/v1/schedules/:id/runs'
const listed = automation()

const schedule = (more: Partial<AutomationApi.Schedule> = {}): AutomationApi.Schedule => ({
  id: 'schedule',
  name: 'Every morning',
  target: { type: 'automation', id: listed.id },
  cron: '0 7 * * 1-5',
  every: null,
  rrule: null,
  timezone: 'Europe/Berlin',
  startAt: null,
  endAt: null,
  jitter: 0,
  overlap: 'skip',
  catchUp: false,
  isActive: true,
  nextRuns: ['2026-01-05T06:00:00.000Z', '2026-01-06T06:00:00.000Z'],
  lastRunAt: '2026-01-02T06:00:00.000Z',
  lastStatus: 'completed',
  lastError: null,
  failingSince: null,
  createdAt: '2026-01-01T06:00:00.000Z',
  updatedAt: '2026-01-01T06:00:00.000Z',
  ...more,
})
const targets = {
  'GET /automation/api/v1/automations': ok([listed]),
  'GET /automation/api/v1/automations/:id': ok(listed),
  'GET /automation/api/v1/automations/names': ok([{ id: listed.id, name: listed.name }]),
  'GET /automation/api/v1/pipelines': ok([]),
  'GET /automation/api/v1/audit-logs': ok([]),
}

test('a schedule is created for an automation and opened', async () => {
  answer({ ...targets, [list]: ok([]), [create]: ok(schedule()), [one]: ok(schedule()), [runs]: ok([]) })
  const { user, place } = showPage('/schedules')
  await user.click((await screen.findAllByRole('button', { name: 'New schedule' }))[0]!)
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText('Name'), 'Every morning')
  await choose(user, 'Runs', listed.name)
  await user.clear(form.getByLabelText('Time zone'))
  await user.type(form.getByLabelText('Time zone'), 'Europe/Berlin')
  await user.click(form.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(place()).toBe('/schedules/schedule'))
  expect(askedOf(create)[0]!.body).toEqual({
    name: 'Every morning',
    target: { type: 'automation', id: listed.id },
    cron: '0 7 * * 1-5',
    timezone: 'Europe/Berlin',
    jitter: 0,
    overlap: 'skip',
    catchUp: false,
  })
})

test('a schedule of a pipeline asks for the values that no automation of it gets from another', async () => {
  const first = automation({ id: 'first', variables: { query: {}, size: { default: 'M' } } })
  const second = automation({ id: 'second', variables: { query: {}, size: {}, place: {} } })
  const pipeline: AutomationApi.Pipeline = {
    id: 'pipeline',
    name: 'Look and order',
    automationIds: ['first', 'second'],
    members: [{ automationId: 'second', inputs: { query: '${search.first} in ${city}' } }],
    continueOnFailure: false,
    chainSession: false,
    version: 1,
    createdAt: '2026-01-01T06:00:00.000Z',
    updatedAt: '2026-01-01T06:00:00.000Z',
  }
  answer({
    ...targets,
    'GET /automation/api/v1/automations/first': ok(first),
    'GET /automation/api/v1/automations/second': ok(second),
    'GET /automation/api/v1/pipelines': ok([pipeline]),
    'GET /automation/api/v1/pipelines/:id': ok(pipeline),
    [list]: ok([]),
    [create]: issue('name', 'is taken'),
  })
  const { user } = showPage('/schedules')
  await user.click((await screen.findAllByRole('button', { name: 'New schedule' }))[0]!)
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText('Name'), 'Every morning')
  await choose(user, 'Runs', pipeline.name)
  for (const [name, value] of Object.entries({ query: 'fog', size: 'L', place: 'Rome', city: 'Kiel' }))
    await user.type(await form.findByLabelText(name), value)
  await user.click(form.getByRole('button', { name: 'Create' }))
  await form.findByText('is taken')
  expect(askedOf(create)[0]!.body).toMatchObject({
    target: { type: 'pipeline', id: 'pipeline' },
    variables: { query: 'fog', size: 'L', place: 'Rome', city: 'Kiel' },
  })
})

test('a schedule of an earlier request takes the values that the request does not say', async () => {
  const intent: Partial<AutomationApi.Intent> = { intentId: 'intent', text: 'Look up the price of a book' }
  answer({
    ...targets,
    'GET /automation/api/v1/audit-logs': ok([{ id: 'log', resourceId: 'intent' }]),
    'GET /automation/api/v1/intents/:id': ok(intent),
    [list]: ok([]),
    [create]: issue('name', 'is taken'),
  })
  const { user } = showPage('/schedules')
  await user.click((await screen.findAllByRole('button', { name: 'New schedule' }))[0]!)
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText('Name'), 'Every morning')
  await choose(user, 'Runs', intent.text!)
  await user.type(form.getByLabelText('Values'), 'title = Fog = mist{Enter}{Enter}size=L')
  await user.click(form.getByRole('button', { name: 'Create' }))
  await form.findByText('is taken')
  expect(askedOf(create)[0]!.body).toMatchObject({
    target: { type: 'intent', id: 'intent' },
    variables: { title: 'Fog = mist', size: 'L' },
  })
})

test('a rule that the service refuses is named at its field', async () => {
  answer({ ...targets, [list]: ok([]), [create]: issue('every', 'every must be 15m') })
  const { user } = showPage('/schedules')
  await user.click((await screen.findAllByRole('button', { name: 'New schedule' }))[0]!)
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText('Name'), 'Often')
  await choose(user, 'Runs', listed.name)
  await user.selectOptions(form.getByLabelText('Runs by'), 'an interval')
  await user.click(form.getByRole('button', { name: 'Create' }))
  await form.findByText('Must be 15m.')
  expect(askedOf(create)[0]!.body).toMatchObject({ every: '1h' })
})

test('the values of a schedule are replaced where its owner asks for that, and kept otherwise', async () => {
  const target = automation({ variables: { query: {}, size: { default: 'M' } } })
  answer({
    ...targets,
    'GET /automation/api/v1/automations/:id': ok(target),
    [one]: ok(schedule()),
    [runs]: ok([]),
    [change]: ok(schedule()),
  })
  const { user } = showPage('/schedules/schedule')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('dialog'))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(askedOf(change)).toHaveLength(1))
  expect(askedOf(change)[0]!.body).not.toHaveProperty('variables')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const again = within(await screen.findByRole('dialog'))
  await user.click(again.getByLabelText('Replace the values of its variables'))
  await user.type(await again.findByLabelText('query'), 'fog')
  await user.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(askedOf(change)).toHaveLength(2))
  expect(askedOf(change)[1]!.body).toMatchObject({ variables: { query: 'fog' } })
})

test('a schedule is paused from the list', async () => {
  answer({ ...targets, [list]: ok([schedule()]), [change]: ok(schedule({ isActive: false })) })
  const { user } = showPage('/schedules')
  await user.click(await screen.findByRole('button', { name: 'Pause Every morning' }))
  await waitFor(() => expect(askedOf(change)[0]!.body).toEqual({ isActive: false }))
})

test('a schedule shows its next times in its time zone, why it fails, and its last runs', async () => {
  const failing = { failingSince: '2026-01-02T06:00:09.000Z', lastError: 'No such element' }
  const run: AutomationApi.ScheduleRun = {
    id: 'run-1',
    scheduledAt: '2026-01-02T06:00:00.000Z',
    status: 'failed',
    error: 'No such element',
    executionId: 'execution',
    pipelineRunId: null,
    jobId: null,
    firedAt: '2026-01-02T06:00:00.400Z',
    endedAt: '2026-01-02T06:00:09.000Z',
  }
  answer({ ...targets, [one]: ok(schedule(failing)), [runs]: ok([run]) })
  showPage('/schedules/schedule')
  await screen.findByText(/Monday, January 5, 2026 at 7:00/)
  await screen.findByText(/Failing since/)
  expect(await screen.findByRole('link', { name: 'Open run' })).toHaveProperty(
    'href',
    expect.stringContaining('/runs/execution'),
  )
})
