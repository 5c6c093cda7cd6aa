import type { AutomationApi } from '@waypost/sdk'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ShownStep } from '@waypost/live-view'
import { stubLiveViews } from '../testing/live-view.ts'
import { automation, execution } from '../testing/samples.ts'
import { answer, askedOf, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const recording = (changed: Partial<AutomationApi.Recording> = {}): AutomationApi.Recording => ({
  id: 'recording',
  status: 'running',
  url: 'https://shop.example/',
  automationId: null,
  afterStep: null,
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
const step = (changed: Partial<ShownStep> = {}): ShownStep => ({
  id: 'one',
  name: 'Open shop.example',
  type: 'navigate',
  detail: 'https://shop.example/',
  pictures: 1,
  question: null,
  ...changed,
})

let views: ReturnType<typeof stubLiveViews>
let shown: AutomationApi.Recording
beforeEach(() => {
  views = stubLiveViews()
  shown = recording()
  answer({
    'GET /automation/api/v1/recordings': () => ({ status: 200, body: [shown] }),
    'GET /automation/api/v1/recordings/:id': () => ({ status: 200, body: shown }),
    'GET /automation/api/v1/sessions': ok([]),
    'GET /automation/api/v1/automations/:id': ok(automation()),
    'GET /automation/api/v1/executions': ok([execution()]),
    'GET /automation/api/v1/automations/:id/versions': ok([]),
  })
})

/** Opens a recording under way, whose view has given control. */
async function record() {
  const page = showPage('/record/recording')
  const canvas = await screen.findByLabelText('The page that is recorded')
  const windows = [{ id: 1, url: 'https://shop.example/' }]
  const state = { type: 'state', windows, window: 1, isHandedOver: true } as const
  views.tell({ ...state, control: 'none' })
  await waitFor(() => expect(views.sent().map(({ type }) => type)).toContain('takeControl'))
  views.tell({ ...state, control: 'yours' })
  views.tell({
    type: 'steps',
    steps: [step(), step({ id: 'two', name: 'Click Go', detail: '' })],
    variables: [],
    canUndo: true,
  })
  await screen.findByDisplayValue('Click Go')
  return { ...page, canvas }
}

describe('a recording', () => {
  test('is begun with a URL, without its scheme too', async () => {
    let body: unknown
    answer({
      'POST /automation/api/v1/recordings': (request) => {
        body = request
        return { status: 201, body: recording({ status: 'pending' }) }
      },
    })
    const { user, place } = showPage('/record')
    await user.type(await screen.findByLabelText('URL'), 'shop.example')
    await user.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(() => expect(place()).toBe('/record/recording'))
    expect(JSON.stringify(body)).toContain('https://shop.example')
  })

  test('that is not saved yet is led back to, and can be discarded', async () => {
    const { user } = showPage('/record')
    const link = await screen.findByRole('link', { name: 'Continue the recording of shop.example' })
    expect(link.getAttribute('href')).toBe('/record/recording')
    answer({ 'DELETE /automation/api/v1/recordings/:id': () => ({ status: 204, body: undefined }) })
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(askedOf('DELETE /automation/api/v1/recordings/recording')).toHaveLength(1))
  })

  test('sends input, URLs and modes to its browser, through the dashboard’s own server', async () => {
    const { user, canvas } = await record()
    expect(views.opened[0]!.url).toBe(`ws://${location.host}/live-views/recordings/recording`)
    fireEvent.keyDown(canvas, { key: 'a' })
    expect(views.sent().at(-1)).toEqual({ type: 'keyDown', key: 'a' })
    await user.clear(screen.getByLabelText('URL'))
    await user.type(screen.getByLabelText('URL'), 'other.example{Enter}')
    expect(views.sent().at(-1)).toEqual({ type: 'open', url: 'other.example' })
    await user.click(screen.getByRole('button', { name: 'Pick to read' }))
    expect(views.sent().at(-1)).toEqual({ type: 'mode', mode: 'read' })
  })

  test('lets its steps be renamed, moved, deleted and undone by keyboard', async () => {
    const { user } = await record()
    const name = screen.getByLabelText('Name of step 2')
    await user.clear(name)
    await user.type(name, 'Search{Enter}')
    expect(views.sent().at(-1)).toEqual({ type: 'rename', step: 'two', name: 'Search' })
    screen.getByRole('button', { name: 'Move step 2 up' }).focus()
    await user.keyboard('{Enter}')
    expect(views.sent().at(-1)).toEqual({ type: 'move-step', step: 'two', to: 0 })
    await user.click(screen.getByRole('button', { name: 'Delete step 1' }))
    expect(views.sent().at(-1)).toEqual({ type: 'remove', step: 'one' })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(views.sent().at(-1)).toEqual({ type: 'undo' })
  })

  test('asks which of several elements a step means', async () => {
    const { user } = await record()
    const question = { text: 'Which one is meant?', choices: ['The one beside “Fog”', 'Whichever is there'] }
    views.tell({ type: 'steps', steps: [step({ question })], variables: [], canUndo: true })
    await user.click(await screen.findByLabelText('The one beside “Fog”'))
    expect(views.sent().at(-1)).toEqual({ type: 'answer', step: 'one', choice: 0 })
  })

  test('keeps what was picked under a name, and marks it on the picture', async () => {
    const { user } = await record()
    const box = { x: 10, y: 10, width: 100, height: 20 }
    const all = {
      label: 'The list of 3, each with title, price',
      output: 'list',
      count: 3,
      sample: [['Fog', '12 €']],
      boxes: [box, { ...box, y: 40 }],
    }
    const one = { label: 'This text', output: 'price', count: 1, sample: [['12 €']], boxes: [box] }
    views.tell({ type: 'mode', mode: 'read' })
    views.tell({ type: 'offers', offers: [all, one] })
    const offers = await screen.findByRole('form', { name: 'What is to be kept' })
    within(offers).getByText('Fog · 12 €')
    expect(document.querySelectorAll('.picture-box')).toHaveLength(2)
    await user.click(within(offers).getByLabelText('This text'))
    expect(document.querySelectorAll('.picture-box')).toHaveLength(1)
    const output = within(offers).getByLabelText('Name of what is read')
    await user.clear(output)
    await user.type(output, 'cheapest')
    await user.click(within(offers).getByRole('button', { name: 'Keep it' }))
    expect(views.sent().at(-1)).toEqual({ type: 'take', choice: 1, output: 'cheapest' })
  })

  test('asks what its page asks: to choose in a list, and to answer a question', async () => {
    const { user } = await record()
    const options = [
      { value: 'de', label: 'Germany', isChosen: true },
      { value: 'fr', label: 'France', isChosen: false },
    ]
    views.tell({ type: 'options', label: 'Country', options, isMultiple: false })
    await user.selectOptions(await screen.findByLabelText('Country'), 'France')
    await user.click(screen.getByRole('button', { name: 'Choose' }))
    expect(views.sent().at(-1)).toEqual({ type: 'choose', values: ['fr'] })
    views.tell({ type: 'dialog', kind: 'prompt', text: 'How many?', usual: '1' })
    await user.type(await screen.findByLabelText('Your answer'), '2')
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(views.sent().at(-1)).toEqual({ type: 'dialog', answer: 'accept', text: '12' })
    expect(screen.queryByText('How many?')).toBeNull()
  })

  test('that has ended is saved with the passwords that were not stored, and validated', async () => {
    const { user, place } = await record()
    await user.click(screen.getByRole('button', { name: 'Finish and save…' }))
    expect(views.sent().at(-1)).toEqual({ type: 'finish' })
    let body: unknown
    answer({
      'POST /automation/api/v1/recordings/:id/save': (request) => {
        body = request
        return { status: 201, body: { automation: automation({ id: 'made' }), executionId: 'run' } }
      },
    })
    shown = recording({
      status: 'ended',
      variables: { password: { secret: true } },
      steps: [
        {
          id: 'one',
          action: { name: 'Open', type: 'navigate', url: 'https://shop.example/' },
          question: null,
          hasScreenshot: false,
        },
      ],
    })
    views.close(4000)
    await user.type(await screen.findByLabelText('password'), 'correct horse')
    screen.getByDisplayValue('shop.example')
    await user.click(screen.getByRole('button', { name: 'Save and validate' }))
    await waitFor(() => expect(place()).toBe('/automations/made'))
    expect(JSON.stringify(body)).toContain('"values":{"password":"correct horse"},"keepValues":true')
  })
})
