import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { automation, execution } from '../testing/samples.ts'
import { answer, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const at = (second: number) => new Date(Date.parse('2026-03-02T09:30:00Z') + second * 1000).toISOString()
const step = (number: number, change: object = {}) => ({
  id: String(number),
  name: `Step ${number}`,
  type: 'click',
  status: 'completed' as const,
  startedAt: at(number - 1),
  durationMs: 1000,
  runs: 1,
  error: null,
  screenshot: `/api/v1/executions/run/steps/${number}/screenshot`,
  problems: [],
  ...change,
})

beforeEach(() =>
  answer({
    'GET /automation/api/v1/executions/:id': ok(
      execution({ steps: [step(1), step(2, { screenshot: null }), step(3), step(4, { durationMs: null })] }),
    ),
    'GET /automation/api/v1/executions/:id/artifacts': ok([]),
    'GET /automation/api/v1/automations/:id': ok(automation()),
  }),
)

const shown = () => document.querySelector('.film-shown img')!.getAttribute('alt')

describe('the page of a run', () => {
  test('shows the screenshot of the step that is chosen, which is then in its URL', async () => {
    const { user, place } = showPage('/runs/run')
    await user.click(await screen.findByRole('button', { name: 'Step 1, completed' }))
    expect(shown()).toBe('The page at step 1, Step 1')
    expect(place()).toBe('/runs/run?step=1')
    await user.click(screen.getByRole('button', { name: 'Step 3: Step 3' }))
    expect(screen.getByRole('button', { name: 'Step 3, completed' }).getAttribute('aria-current')).toBe(
      'step',
    )
  })

  test('opens at the step of its URL, with the last screenshot before it', async () => {
    showPage('/runs/run?step=2')
    await screen.findByText('Step 2 has no screenshot: this is the last one before it.')
    expect(shown()).toBe('The page at step 1, Step 1')
  })

  test('enlarges a screenshot', async () => {
    const { user } = showPage('/runs/run')
    await user.click(await screen.findByRole('button', { name: 'Enlarge' }))
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByRole('img', { name: 'The page at step 4, Step 4' })
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  })

  test('shows when each step was performed', async () => {
    showPage('/runs/run')
    await screen.findByRole('button', { name: 'Step 1, completed' })
    const bars = [...document.querySelectorAll<HTMLElement>('.step-time > span')]
    expect(bars.map(({ style }) => [style.marginInlineStart, style.width])).toEqual([
      ['0%', '33.3%'],
      ['33.3%', '33.3%'],
      ['66.7%', '33.3%'],
    ])
  })

  test('shows the errors of the page at the step that was performed then', async () => {
    const problems = [{ kind: 'network' as const, text: 'GET https://shop.example/prices: 503' }]
    answer({ 'GET /automation/api/v1/executions/:id': ok(execution({ steps: [step(1, { problems })] })) })
    const { user } = showPage('/runs/run')
    await user.click(await screen.findByText('1 error of the page'))
    screen.getByText('Request: GET https://shop.example/prices: 503')
  })
})
