import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubLiveViews } from '../testing/live-view.ts'
import { automation, execution } from '../testing/samples.ts'
import { answer, askedOf, ok, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const list = 'GET /automation/api/v1/executions'

const names = 'GET /automation/api/v1/automations/names'
beforeEach(() => answer({ [names]: ok([{ id: 'automation', name: 'Read the price' }]) }))

test('one request names the automations of all runs, and one that was deleted is called so', async () => {
  const runs = ['automation', 'other', 'automation', 'deleted'].map((automationId, index) =>
    execution({ id: `run-${index}`, automationId }),
  )
  answer({
    [list]: ok(runs),
    [names]: ok([
      { id: 'automation', name: 'Read the price' },
      { id: 'other', name: 'Order again' },
    ]),
  })
  showPage('/runs')
  await screen.findByText('Order again')
  expect(screen.getAllByText('Read the price')).toHaveLength(2)
  screen.getByText('a deleted automation')
  expect(askedOf(names).map(({ query }) => query)).toEqual([{ ids: 'automation,other,deleted' }])
})

test('the list shows why a run failed, and which runs were healed', async () => {
  const selfHealEvents = [
    {
      actionName: 'Go',
      outcome: 'succeeded' as const,
      oldSelector: '#a',
      newSelector: '#b',
      score: 1,
      margin: 1,
      persisted: true,
      message: 'found',
      at: '2026-03-02T09:30:00.000Z',
    },
  ]
  answer({
    [list]: ok([
      execution({ id: 'failed', status: 'failed', error: 'Step "Go" (click) failed: no element' }),
      execution({ selfHealEvents }),
    ]),
  })
  showPage('/runs')
  await screen.findByText('Step "Go" (click) failed: no element')
  expect(screen.getByText('healed')).toBeTruthy()
})

test('a status filter without results is not shown as an account without runs', async () => {
  answer({ [list]: ({ query }) => ok(query['status'] === 'failed' ? [] : [execution()]) })
  const { user } = showPage('/runs')
  await user.selectOptions(await screen.findByLabelText('Status'), 'failed')
  await screen.findByText('No run has this status.')
  expect(askedOf(list).at(-1)!.query).toMatchObject({ status: 'failed', limit: '20' })
})

test('changing the filter returns to the first page', async () => {
  const more = { link: '</api/v1/executions?cursor=further&limit=20>; rel="next"', 'x-total-count': '40' }
  answer({ [list]: ({ query }) => ok([execution()], query['cursor'] === undefined ? more : {}) })
  const { user } = showPage('/runs')
  await user.click(await screen.findByRole('button', { name: 'Older' }))
  await screen.findByText(/^21–21/)
  await user.selectOptions(screen.getByLabelText('Status'), 'completed')
  await screen.findByText('1–1 of 40')
  expect(askedOf(list).at(-1)!.query).toEqual({ status: 'completed', limit: '20' })
})

test('runs that cannot be loaded are not shown as an empty list', async () => {
  answer({ [list]: silent })
  showPage('/runs')
  await screen.findByText('The service did not answer')
  expect(screen.queryByText('No runs')).toBeNull()
})

test('a run that waits for a person says what for, and is continued by a button', async () => {
  const resume = 'POST /automation/api/v1/executions/:id/resume'
  const at = '2026-03-02T09:30:00.000Z'
  const waiting = { stepName: 'Solve it', message: 'Solve the puzzle', since: at, until: at }
  answer({
    'GET /automation/api/v1/executions/:id': ok(execution({ status: 'running', completedAt: null, waiting })),
    'GET /automation/api/v1/automations/:id': ok(automation()),
    'GET /automation/api/v1/executions/:id/deliveries': ok([]),
    [resume]: ok({ executionId: 'run', status: 'running' }),
  })
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener = vi.fn()
      close = vi.fn()
    },
  )
  stubLiveViews()
  const { user } = showPage('/runs/run')
  await screen.findByText('Solve the puzzle')
  await user.click(screen.getByRole('button', { name: 'Done, continue the run' }))
  await waitFor(() => expect(askedOf(resume)).toHaveLength(1))
})
