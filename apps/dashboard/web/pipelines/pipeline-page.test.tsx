import type { AutomationApi } from '@waypost/sdk'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { automation } from '../testing/samples.ts'
import { answer, askedOf, issue, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const one = 'GET /automation/api/v1/pipelines/:id'
const change = 'PATCH /automation/api/v1/pipelines/:id'
const search = automation({ id: 'search', name: 'Search' })
const detail = automation({
  id: 'detail',
  name: 'Detail',
  actions: [{ name: 'Open', type: 'navigate' as const, url: 'https://shop.example/?q=${query}' }],
})

const pipeline = (more: Partial<AutomationApi.Pipeline> = {}): AutomationApi.Pipeline => ({
  id: 'pipeline',
  name: 'Every product',
  automationIds: ['search', 'detail'],
  members: [],
  continueOnFailure: true,
  chainSession: true,
  version: 3,
  createdAt: '2026-01-01T06:00:00.000Z',
  updatedAt: '2026-01-01T06:00:00.000Z',
  ...more,
})
const services = {
  'GET /automation/api/v1/automations': ok([search, detail]),
  'GET /automation/api/v1/automations/names': ok([search, detail].map(({ id, name }) => ({ id, name }))),
  'GET /automation/api/v1/automations/search': ok(search),
  'GET /automation/api/v1/automations/detail': ok(detail),
  'GET /automation/api/v1/pipeline-runs': ok([]),
}

test('an automation gets what an earlier one has read, for each row and on a condition', async () => {
  answer({ ...services, [one]: ok(pipeline()), [change]: ok(pipeline()) })
  const { user } = showPage('/pipelines/pipeline')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('dialog'))
  const type = async (label: string, text: string) =>
    user.type(await form.findByLabelText(label), text.replaceAll('{', '{{'))
  await user.click(await form.findByText('Data and conditions of Search'))
  await type('Name of Search for later automations', 'search')
  await user.click(form.getByText('Data and conditions of Detail'))
  await type('query of Detail', '${product.link}')
  await type('Run Detail for each row of', 'search.products')
  await type('Name of the row', 'product')
  await user.selectOptions(form.getByLabelText('Run Detail'), 'depending on what was read')
  await type('What is compared', 'search.products')
  await user.selectOptions(form.getByLabelText('Comparison'), 'is at least')
  await user.clear(form.getByLabelText('Value'))
  await type('Value', '2')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(askedOf(change)).toHaveLength(1))
  expect(askedOf(change)[0]!.body).toMatchObject({
    automationIds: ['search', 'detail'],
    members: [
      { automationId: 'search', name: 'search' },
      {
        automationId: 'detail',
        inputs: { query: '${product.link}' },
        forEach: { in: 'search.products', as: 'product' },
        when: { output: 'search.products', atLeast: 2 },
      },
    ],
  })
})

test('the page says what each automation gets and when it runs', async () => {
  const members = [
    { automationId: 'search', name: 'search' },
    { automationId: 'detail', inputs: { query: '${search.first}' }, when: { completed: 'search' } },
  ]
  answer({ ...services, [one]: ok(pipeline({ members })) })
  showPage('/pipelines/pipeline')
  await screen.findByText('query = ${search.first}')
  await screen.findByText('only if search completed')
})

test('a pipeline whose automations take values asks for them before it runs', async () => {
  const trigger = 'POST /automation/api/v1/pipelines/:id/trigger'
  answer({ ...services, [one]: ok(pipeline()), [trigger]: issue('variables.query', 'is too long') })
  const { user } = showPage('/pipelines/pipeline')
  await user.click(await screen.findByRole('button', { name: 'Run Every product' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(await form.findByLabelText('query'), 'fog')
  await user.click(form.getByRole('button', { name: 'Run now' }))
  await form.findByText('is too long')
  expect(askedOf(trigger)).toMatchObject([{ body: { variables: { query: 'fog' } } }])
})
