import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { webhook } from '../testing/samples.ts'
import { answer, askedOf, issue, ok, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const list = 'GET /automation/webhooks'
const create = 'POST /automation/webhooks'

beforeEach(() => answer({ [list]: ok([]) }))

const fillIn = async () => {
  const shown = showPage('/webhooks/automation')
  const [open] = await screen.findAllByRole('button', { name: 'New webhook' })
  await shown.user.click(open!)
  await shown.user.type(await screen.findByLabelText('Name'), 'Reports')
  await shown.user.type(screen.getByLabelText('Endpoint URL'), 'https://hooks.example/waypost')
  await shown.user.click(screen.getByRole('button', { name: 'Create' }))
  return shown
}

test('webhooks that cannot be loaded are not shown as an empty list', async () => {
  answer({ [list]: silent })
  showPage('/webhooks/automation')
  await screen.findByText('The service did not answer')
})

test('a URL that is not allowed shows an error at its field, which gets the focus', async () => {
  answer({ [create]: issue('url', 'must be a public address') })
  await fillIn()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Endpoint URL')))
  expect(screen.getByText('must be a public address')).toBeTruthy()
})

test('the secret of a new webhook is shown once, and never again after the dialog is closed', async () => {
  answer({ [create]: ok({ ...webhook(), secret: 'whsec_shown_once' }) })
  const { user } = await fillIn()
  await screen.findByText('whsec_shown_once')
  expect(askedOf(create)[0]!.body).toEqual({
    name: 'Reports',
    url: 'https://hooks.example/waypost',
    events: ['automation.completed', 'automation.failed'],
  })
  answer({ [list]: ok([webhook()]) })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await screen.findByRole('link', { name: 'Reports' })
  expect(screen.queryByText('whsec_shown_once')).toBeNull()
})

test('a filter is sent as JSON, and a text that is none is not sent', async () => {
  answer({ [create]: ok({ ...webhook(), secret: 'whsec_shown_once' }) })
  const { user } = showPage('/webhooks/automation')
  const [open] = await screen.findAllByRole('button', { name: 'New webhook' })
  await user.click(open!)
  await user.type(await screen.findByLabelText('Name'), 'Reports')
  await user.type(screen.getByLabelText('Endpoint URL'), 'https://hooks.example/waypost')
  const filter: HTMLTextAreaElement = screen.getByLabelText('Filter')
  await user.type(filter, 'status: failed')
  expect(filter.validationMessage).toContain('Write a JSON object')
  await user.clear(filter)
  await user.type(filter, '{{"status": "failed"}')
  expect(filter.validationMessage).toBe('')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('whsec_shown_once')
  expect(askedOf(create)[0]!.body).toMatchObject({ filter: { status: 'failed' } })
})

test('headers are sent as names and values, a user and a password in base64, and a rate limit as a number', async () => {
  answer({ [create]: ok({ ...webhook(), secret: 'whsec_shown_once' }) })
  const { user } = showPage('/webhooks/automation')
  const [open] = await screen.findAllByRole('button', { name: 'New webhook' })
  await user.click(open!)
  await user.type(await screen.findByLabelText('Name'), 'Reports')
  await user.type(screen.getByLabelText('Endpoint URL'), 'https://hooks.example/waypost')
  const headers: HTMLTextAreaElement = screen.getByLabelText('Headers')
  await user.type(headers, 'X-Tenant')
  expect(headers.validationMessage).toContain('one header a line')
  await user.type(headers, ': 42{Enter}Authorization: Basic ada:secret: 1')
  await user.type(screen.getByLabelText('Events per second, at most'), '5')
  expect(headers.validationMessage).toBe('')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('whsec_shown_once')
  expect(askedOf(create)[0]!.body).toMatchObject({
    headers: { 'x-tenant': '42', authorization: 'Basic YWRhOnNlY3JldDogMQ==' },
    maxPerSecond: 5,
  })
})

test('the URL of a chat chooses its format, whose message is shown before the webhook is saved', async () => {
  const preview = 'POST /automation/webhooks/preview-message'
  const facts = [{ label: 'Status', value: 'completed' }]
  answer({
    [create]: ok({ ...webhook(), secret: 'whsec_shown_once' }),
    [preview]: ok({ title: 'Prices of the day completed', facts, body: {} }),
  })
  const { user } = showPage('/webhooks/automation')
  const [open] = await screen.findAllByRole('button', { name: 'New webhook' })
  await user.click(open!)
  await user.type(await screen.findByLabelText('Name'), 'Team')
  await user.type(screen.getByLabelText('Endpoint URL'), 'https://hooks.slack.com/services/T0/B0/x')
  expect(screen.getByLabelText<HTMLSelectElement>('Format').value).toBe('slack')
  await screen.findByText('Prices of the day completed')
  expect(askedOf(preview)[0]!.body).toEqual({ format: 'slack', event: 'automation.completed' })
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('whsec_shown_once')
  expect(askedOf(create)[0]!.body).toMatchObject({ format: 'slack' })
})

test('a format that a person has chosen stays when the URL changes', async () => {
  answer({ 'POST /automation/webhooks/preview-message': ok({ title: 'Hello', facts: [], body: {} }) })
  const { user } = showPage('/webhooks/automation')
  const [open] = await screen.findAllByRole('button', { name: 'New webhook' })
  await user.click(open!)
  const format: HTMLSelectElement = await screen.findByLabelText('Format')
  await user.selectOptions(format, 'discord')
  await user.selectOptions(format, '')
  await user.type(screen.getByLabelText('Endpoint URL'), 'https://hooks.slack.com/services/T0/B0/x')
  expect(format.value).toBe('')
})

test('the list says since when a webhook has been failing', async () => {
  const failingSince = new Date(Date.now() - 3.5 * 3_600_000).toISOString()
  answer({ [list]: ok([webhook({ failureCount: 7, lastStatus: 503, failingSince })]) })
  showPage('/webhooks/automation')
  await screen.findByText('failing for 3 hours: 7 attempts, last 503')
})
