import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { automation, delivery } from '../testing/samples.ts'
import { answer, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const log = 'GET /automation/webhooks/deliveries'
const bodyOf = (data: object) => JSON.stringify({ event: 'x', timestamp: '', data })

test('each delivery says what it is about, with its run and the response, and leads there', async () => {
  answer({
    [log]: ok([
      delivery({
        id: 'first',
        body: bodyOf({
          executionId: '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44',
          automationId: 'automation',
          automationName: 'Read the price',
        }),
      }),
      delivery({
        id: 'second',
        event: 'job.completed',
        body: bodyOf({ type: 'pipeline', targetId: 'nightly' }),
      }),
      delivery({ id: 'third', body: 'no JSON', attempts: [] }),
    ]),
    'GET /automation/api/v1/automations': ok([automation()]),
    'GET /automation/api/v1/pipelines': ok([{ id: 'nightly', name: 'Every night' }]),
  })
  const { user } = showPage('/webhooks/automation/deliveries')
  const first = await screen.findByRole('button', { name: /Read the price ?· run 1b2a44.*500/ })
  await screen.findByRole('button', { name: /job\.completed.*Every night/ })
  screen.getByRole('button', { name: /0 attempts/ })
  await user.click(first)
  const details = within(screen.getAllByRole('listitem').find((item) => item.contains(first))!)
  expect(details.getByRole('link', { name: 'Run' }).getAttribute('href')).toBe(
    '/runs/0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44',
  )
  expect(details.getByRole('link', { name: 'Automation' }).getAttribute('href')).toBe(
    '/automations/automation',
  )
})
