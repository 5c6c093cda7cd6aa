import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { delivery } from '../testing/samples.ts'
import { answer, askedOf, ok, refusal } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const log = 'GET /automation/webhooks/deliveries'
const resend = 'POST /automation/webhooks/:id/deliveries/:deliveryId/redeliver'
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
    'GET /automation/api/v1/automations/names': ok([{ id: 'automation', name: 'Read the price' }]),
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

const selectOf = async (id: string) =>
  screen.findByRole('checkbox', { name: `Select automation.completed ${id}` })

test('several deliveries are resent at once, those without a webhook left out', async () => {
  answer({
    [log]: ok([
      { ...delivery({ id: 'first' }), webhookId: 'one' },
      { ...delivery({ id: 'second' }), webhookId: 'two' },
      { ...delivery({ id: 'job' }), webhookId: null },
    ]),
    [resend]: ok({ id: 'delivery' }),
  })
  const { user } = showPage('/webhooks/automation/deliveries')
  await user.click(await selectOf('job'))
  const bar = within(await screen.findByRole('group', { name: 'Selection' }))
  expect(bar.queryByRole('button', { name: 'Resend' })).toBeNull()
  await user.click(bar.getByRole('button', { name: 'Select all 3' }))
  bar.getByText('3 selected')
  expect(bar.queryByRole('button', { name: /^Select all/ })).toBeNull()
  await user.click(bar.getByRole('button', { name: 'Resend' }))
  await screen.findByText('2 deliveries resent')
  expect(askedOf(resend).map(({ path }) => path)).toEqual([
    '/automation/webhooks/one/deliveries/first/redeliver',
    '/automation/webhooks/two/deliveries/second/redeliver',
  ])
})

test('a delivery that cannot be resent is reported, and the others are resent', async () => {
  answer({
    [log]: ok([
      { ...delivery({ id: 'first' }), webhookId: 'one' },
      { ...delivery({ id: 'second' }), webhookId: 'two' },
    ]),
    [resend]: ({ path }) =>
      path.includes('/one/')
        ? refusal(429, { statusCode: 429, message: 'Too many', error: '' })
        : ok({ id: 'x' }),
  })
  const { user } = showPage('/webhooks/automation/deliveries')
  await user.click(await selectOf('first'))
  await user.click(await selectOf('second'))
  await user.click(screen.getByRole('button', { name: 'Resend' }))
  await screen.findByText(/^1 of 2 failed: /)
  await screen.findByText('1 delivery resent')
})
