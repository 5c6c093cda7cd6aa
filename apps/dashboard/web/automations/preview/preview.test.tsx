import { screen, waitFor, within } from '@testing-library/react'
import type { AutomationApi } from '@waypost/sdk'
import { beforeEach, expect, test } from 'vitest'
import { stubLiveViews } from '../../testing/live-view.ts'
import { automation } from '../../testing/samples.ts'
import { answer, askedOf, ok } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'

const stored = automation({
  id: 'automation',
  actions: [
    { name: 'Open the shop', type: 'navigate', url: 'https://shop.example/' },
    { name: 'Search', type: 'change', selectors: ['#search'], value: '${query}' },
    { name: 'Go', type: 'click', selectors: ['#go'] },
  ],
  variables: { query: { default: 'fog' } },
})
const recording = (changed: Partial<AutomationApi.Recording> = {}): AutomationApi.Recording => ({
  id: 'recording',
  status: 'running',
  url: null,
  automationId: 'automation',
  afterStep: 'Search',
  beforeStep: null,
  sessionId: null,
  steps: [],
  variables: {},
  error: null,
  createdAt: '2026-03-02T09:30:00.000Z',
  startedAt: '2026-03-02T09:30:00.000Z',
  endedAt: null,
  ...changed,
})

let views: ReturnType<typeof stubLiveViews>
let shown: AutomationApi.Recording
beforeEach(() => {
  views = stubLiveViews()
  shown = recording()
  answer({
    'GET /automation/api/v1/automations/:id': ok(stored),
    'GET /automation/api/v1/automations': ok([stored]),
    'GET /automation/api/v1/sessions': ok([]),
    'GET /automation/api/v1/files': ok([]),
    'GET /automation/api/v1/secrets': ok([]),
    'POST /automation/api/v1/recordings': () => ({ status: 201, body: shown }),
    'GET /automation/api/v1/recordings/:id': () => ({ status: 200, body: shown }),
    'DELETE /automation/api/v1/recordings/:id': ok(),
  })
})

/** Opens the page before the last step. */
async function preview() {
  const page = showPage('/automations/automation/edit')
  await page.user.click(await screen.findByRole('button', { name: 'Preview before step 3' }))
  await page.user.type(await screen.findByLabelText('query'), 'harbour')
  await page.user.click(screen.getByRole('button', { name: 'Run to here' }))
  await screen.findByLabelText('The page that is recorded')
  const windows = [{ id: 1, url: 'https://shop.example/' }]
  const state = { type: 'state', windows, window: 1 } as const
  views.tell({ ...state, isHandedOver: false, control: 'none' })
  await screen.findByText('The steps before are performed…')
  expect(views.sent().map(({ type }) => type)).not.toContain('takeControl')
  views.tell({ ...state, isHandedOver: true, control: 'yours' })
  await screen.findByText(/becomes a step/)
  return page
}

/** Ends the preview of a test. */
async function close({ user }: Awaited<ReturnType<typeof preview>>) {
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(askedOf('DELETE /automation/api/v1/recordings/recording')).toHaveLength(1))
}

test('the steps before a step are performed with values, and the page is shown', async () => {
  const page = await preview()
  expect(askedOf('POST /automation/api/v1/recordings')[0]!.body).toEqual({
    automationId: 'automation',
    afterStep: 'Search',
    variables: { query: 'harbour' },
  })
  await close(page)
})

test('the element of the step is picked on the page, and its selectors are tried', async () => {
  const page = await preview()
  const { user } = page
  await user.click(screen.getByRole('button', { name: 'Pick it on the page' }))
  expect(views.sent().at(-1)).toEqual({ type: 'mode', mode: 'element' })
  views.tell({ type: 'element', selectors: ['aria/Go', '.go'], frame: null, label: 'Go' })
  await waitFor(() =>
    expect(screen.getAllByLabelText('Element').at(-1)).toHaveProperty('value', 'aria/Go\n.go'),
  )
  await user.click(screen.getByRole('button', { name: 'Try its selectors' }))
  expect(views.sent().at(-1)).toEqual({ type: 'try', selectors: ['aria/Go', '.go'] })
  views.tell({ type: 'tried', count: 2, boxes: [] })
  await screen.findByText('2 elements match: the step needs one.')
  await close(page)
})

test('what is recorded is inserted before the step', async () => {
  const { user } = await preview()
  const step = { id: 'one', name: 'Click Close', type: 'click', detail: '', pictures: 0, question: null }
  views.tell({ type: 'steps', steps: [step], variables: [], canUndo: true })
  await user.click(await screen.findByRole('button', { name: 'Insert this step here' }))
  expect(views.sent().at(-1)).toEqual({ type: 'finish' })
  shown = recording({
    status: 'ended',
    steps: [
      {
        id: 'one',
        action: { name: 'Click Close', type: 'click', selectors: ['#close'] },
        question: null,
        hasScreenshot: false,
      },
    ],
  })
  views.close(4000)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const names = screen.getAllByLabelText('Name').map((field) => (field as HTMLInputElement).value)
  expect(names.slice(1, 5)).toEqual(['Open the shop', 'Search', 'Click Close', 'Go'])
  await waitFor(() => expect(askedOf('DELETE /automation/api/v1/recordings/recording')).toHaveLength(1))
})

test('a preview that is closed leaves no browser', async () => close(await preview()))

test('steps that are not saved are not performed', async () => {
  const { user } = showPage('/automations/automation/edit')
  const [, name] = await screen.findAllByLabelText('Name')
  await user.type(name!, ' first')
  await user.click(screen.getByRole('button', { name: 'Preview after the last step' }))
  await screen.findByText(/save the automation first/)
  expect(screen.queryByRole('button', { name: 'Run to here' })).toBeNull()
})

test('a preview whose steps before fail says which one', async () => {
  const page = showPage('/automations/automation/edit')
  const { user } = page
  await user.click(await screen.findByRole('button', { name: 'Preview before step 2' }))
  shown = recording({ status: 'ended', error: 'Step "Open the shop" (navigate) failed: HTTP 404' })
  await user.click(await screen.findByRole('button', { name: 'Run to here' }))
  await screen.findByText(/"Open the shop" \(navigate\) failed/)
  await close(page)
})

test('the steps before a step within another one are performed, and what is recorded goes there', async () => {
  const banner: AutomationApi.Action = {
    name: 'A banner?',
    type: 'if',
    condition: { present: ['#banner'] },
    steps: [{ name: 'Close it', type: 'click', selectors: ['#banner'] }],
  }
  answer({
    'GET /automation/api/v1/automations/:id': ok({ ...stored, actions: [stored.actions[0], banner] }),
  })
  const { user } = showPage('/automations/automation/edit')
  await user.click(await screen.findByRole('button', { name: 'Preview before step 2.1' }))
  await screen.findByRole('heading', { name: 'Preview before “Close it”' })
  await user.click(screen.getByRole('button', { name: 'Run to here' }))
  await screen.findByLabelText('The page that is recorded')
  expect(askedOf('POST /automation/api/v1/recordings')[0]!.body).toEqual({
    automationId: 'automation',
    beforeStep: 'Close it',
  })
  views.tell({ type: 'state', windows: [], window: null, isHandedOver: true, control: 'yours' })
  const step = { id: 'one', name: 'Wait', type: 'click', detail: '', pictures: 0, question: null }
  views.tell({ type: 'steps', steps: [step], variables: [], canUndo: true })
  await user.click(await screen.findByRole('button', { name: 'Insert this step here' }))
  const action: AutomationApi.Action = { name: 'Wait', type: 'wait', durationMs: 1 }
  shown = recording({ status: 'ended', steps: [{ id: 'one', action, question: null, hasScreenshot: false }] })
  views.close(4000)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const inner = within(screen.getByRole('region', { name: 'Steps within it of step 2' }))
  expect(inner.getAllByLabelText('Name').map((field) => (field as HTMLInputElement).value)).toEqual([
    'Wait',
    'Close it',
  ])
  await waitFor(() => expect(askedOf('DELETE /automation/api/v1/recordings/recording')).toHaveLength(1))
})
