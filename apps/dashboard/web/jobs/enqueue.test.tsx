import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { choose } from '../testing/choose.ts'
import { automation } from '../testing/samples.ts'
import { answer, askedOf, issue, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const enqueue = 'POST /automation/api/v1/jobs/enqueue'
const order = automation({
  id: 'order',
  name: 'Order a book',
  variables: { title: {}, size: { default: 'M' } },
})

test('a job asks for the variables of the automation that was found, and for none of a pipeline', async () => {
  answer({
    'GET /automation/api/v1/audit-logs': ok([]),
    'GET /automation/api/v1/automations': ok([order]),
    'GET /automation/api/v1/automations/:id': ok(order),
    'GET /automation/api/v1/pipelines': ok([{ id: 'morning', name: 'Every morning' }]),
    [enqueue]: issue('webhookUrl', 'is refused'),
  })
  const { user } = showPage('/jobs')
  await user.click((await screen.findAllByRole('button', { name: 'Queue a run' }))[0]!)
  const form = within(await screen.findByRole('dialog'))
  await choose(user, 'Automation or pipeline', 'Order a book')
  await user.type(await form.findByLabelText('title'), 'Harbour in Fog')
  await user.click(form.getByRole('button', { name: 'Add to queue' }))
  await form.findByText('is refused')
  await user.clear(form.getByLabelText('Automation or pipeline'))
  await choose(user, 'Automation or pipeline', 'Every morning')
  expect(form.queryByLabelText('title')).toBeNull()
  await user.click(form.getByRole('button', { name: 'Add to queue' }))
  await waitFor(() => expect(askedOf(enqueue)).toHaveLength(2))
  expect(askedOf(enqueue).map(({ body }) => body)).toEqual([
    { type: 'automation', targetId: 'order', variables: { title: 'Harbour in Fog' } },
    { type: 'pipeline', targetId: 'morning' },
  ])
})
