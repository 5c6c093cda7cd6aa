import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { delivery, webhook, webhookHealth } from '../testing/samples.ts'
import { answer, askedOf, ok, refusal, silent, withNext } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const log = 'GET /automation/webhooks/:id/deliveries'
const health = 'GET /automation/webhooks/:id/health'
const redeliver = 'POST /automation/webhooks/:id/deliveries/:deliveryId/redeliver'

beforeEach(() =>
  answer({
    'GET /automation/webhooks/:id': ok(webhook()),
    [health]: ok(webhookHealth()),
    [log]: ok([delivery()], { 'x-total-count': '1' }),
  }),
)

test('a webhook that does not exist or belongs to somebody else is reported as not found', async () => {
  const message = 'Webhook not found or unauthorized'
  answer({ 'GET /automation/webhooks/:id': refusal(404, { statusCode: 404, message, error: 'Not Found' }) })
  showPage('/webhooks/automation/gone')
  await screen.findByText(message)
})

test('a delivery log that cannot be loaded is not shown as empty', async () => {
  answer({ [log]: silent })
  showPage('/webhooks/automation/webhook')
  await screen.findByText('The service did not answer')
  expect(screen.queryByText('No deliveries')).toBeNull()
})

test('a delivery shows its request and response, and a refused resend shows the reason', async () => {
  const message = 'Webhook is not active'
  answer({ [redeliver]: refusal(409, { statusCode: 409, message, error: 'Conflict' }) })
  const { user } = showPage('/webhooks/automation/webhook')
  const entry = await screen.findByRole('button', { name: /automation\.completed/ })
  expect(entry.getAttribute('aria-expanded')).toBe('false')
  await user.click(entry)
  await screen.findByText('out of order')
  const details = within(
    document.querySelector<HTMLElement>(`[id="${entry.getAttribute('aria-controls')}"]`)!,
  )
  await user.click(details.getAllByRole('button')[0]!)
  await details.findByText(message)
})

test('a filter without results is not shown as a webhook without deliveries', async () => {
  answer({ [log]: ({ query }) => ok(query['status'] === 'delivered' ? [] : [delivery()]) })
  const { user } = showPage('/webhooks/automation/webhook')
  await user.selectOptions(await screen.findByLabelText('State'), 'delivered')
  await screen.findByText('No delivery matches. Choose “any” to see all.')
})

test('deleting a webhook asks for a confirmation, and returns to the list', async () => {
  answer({ 'DELETE /automation/webhooks/:id': ok(), 'GET /automation/webhooks': ok([]) })
  const { user, place } = showPage('/webhooks/automation/webhook')
  await user.click(await screen.findByRole('button', { name: /^More actions/ }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(askedOf('DELETE /automation/webhooks/:id')).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Delete webhook' }))
  await waitFor(() => expect(place()).toBe('/webhooks/automation'))
})

test('a header keeps its value when a webhook is edited, unless its line is changed or removed', async () => {
  const change = 'PATCH /automation/webhooks/:id'
  answer({
    'GET /automation/webhooks/:id': ok(webhook({ headerNames: ['authorization', 'x-plan', 'x-tenant'] })),
    [change]: ok(webhook()),
  })
  const { user } = showPage('/webhooks/automation/webhook')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const headers: HTMLTextAreaElement = await screen.findByLabelText('Headers')
  expect(headers.value).toBe('authorization: (unchanged)\nx-plan: (unchanged)\nx-tenant: (unchanged)')
  await user.clear(headers)
  await user.type(headers, 'authorization: (unchanged){Enter}x-tenant: 43')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(askedOf(change)).toHaveLength(1))
  expect(askedOf(change)[0]!.body).toMatchObject({ headers: { 'x-tenant': '43', 'x-plan': null } })
  expect(askedOf(change)[0]!.body).not.toHaveProperty('headers.authorization')
})

test('the filter of the delivery log is in the URL, asked of the service, and kept by the export', async () => {
  answer({ [log]: ({ query }) => ok(query['response'] === '5xx' ? [delivery()] : []) })
  const { user, place } = showPage('/webhooks/automation/webhook?q=out%20of')
  await user.selectOptions(await screen.findByLabelText('Response'), '5xx')
  await screen.findByRole('button', { name: /automation\.completed/ })
  expect(place()).toBe('/webhooks/automation/webhook?q=out+of&response=5xx')
  expect(askedOf(log).at(-1)!.query).toMatchObject({ q: 'out of', response: '5xx' })
  expect(screen.getByRole('link', { name: 'Export' }).getAttribute('href')).toBe(
    '/automation/webhooks/deliveries/export?q=out+of&response=5xx&webhookId=webhook',
  )
})

test('a search that found nothing among the newer deliveries goes on to older ones', async () => {
  const next = '/webhooks/webhook/deliveries?q=needle&cursor=older'
  answer({ [log]: ({ query }) => (query['cursor'] === 'older' ? ok([delivery()]) : withNext([], next)) })
  const { user } = showPage('/webhooks/automation/webhook?q=needle')
  await user.click(await screen.findByRole('button', { name: 'Search older deliveries' }))
  await screen.findByRole('button', { name: /automation\.completed/ })
})

test('recovering says how many deliveries it will resend before it resends them', async () => {
  const recover = 'POST /automation/webhooks/:id/recover'
  answer({
    [recover]: ({ body }) => {
      const { dryRun, event } = body as { dryRun?: boolean; event?: string }
      return ok({ recovered: event === undefined ? 12 : 3, ...(dryRun && { dryRun }) })
    },
  })
  const { user } = showPage('/webhooks/automation/webhook')
  await user.click(await screen.findByRole('button', { name: 'Recover missed deliveries' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('12 deliveries are to be resent.')
  await user.selectOptions(dialog.getByLabelText('Event'), 'automation.completed')
  await dialog.findByText('3 deliveries are to be resent.')
  expect(askedOf(recover).every(({ body }) => (body as { dryRun?: boolean }).dryRun)).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Resend all' }))
  await dialog.findByText('3 deliveries are on the way.')
  expect(askedOf(recover).at(-1)!.body).toEqual({
    since: expect.any(String) as unknown,
    event: 'automation.completed',
  })
})

test('the deliveries of all webhooks are one list, which leads to each webhook', async () => {
  const received = { ...delivery(), webhookId: 'webhook', url: 'https://hooks.example' }
  answer({ 'GET /automation/webhooks/deliveries': ok([received]) })
  const { user } = showPage('/webhooks/automation/deliveries')
  await user.click(await screen.findByRole('button', { name: /automation\.completed/ }))
  expect(screen.getByRole('link', { name: 'the webhook’s page' }).getAttribute('href')).toBe(
    '/webhooks/automation/webhook',
  )
})

test('a webhook whose events are pulled shows whether any were acknowledged', async () => {
  const feed = { startedAt: '2026-03-02T09:30:00.000Z', acknowledgedAt: null }
  answer({ 'GET /automation/webhooks/:id': ok(webhook({ feed })) })
  showPage('/webhooks/automation/webhook')
  await screen.findByText('nothing acknowledged yet')
})

test('a webhook shows how many attempts succeeded, how long they took, and what failed', async () => {
  const at = '2026-03-02T09:30:00.000Z'
  const { last24Hours } = webhookHealth()
  const week = {
    ...last24Hours,
    attempts: 12_345,
    successRate: 0.99999,
    p50Ms: 62,
    p95Ms: 1800,
    errors: [
      { error: 503, count: 2, lastAt: at },
      { error: 'timeout', count: 1, lastAt: at },
    ],
  }
  answer({
    [health]: ok(
      webhookHealth({
        failingSince: at,
        consecutiveFailures: 3,
        pending: { count: 4, oldestAt: at },
        last7Days: week,
      }),
    ),
  })
  showPage('/webhooks/automation/webhook')
  const card = within(await screen.findByRole('region', { name: 'Health' }))
  await card.findByRole('row', { name: '7 days 12,345 99.9 % 62 ms 1.8 s' })
  card.getByRole('row', { name: '24 hours 0 – – –' })
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^503 2 times, last .* responded with 503\.$/),
    expect.stringMatching(/^timeout 1 time, last .* within 10 s\./),
  ])
  expect(card.getByText('Failing').nextElementSibling?.textContent).toMatch(/^since .*, 3 attempts$/)
  expect(card.getByText('Waiting').nextElementSibling?.textContent).toMatch(/^4, the oldest from /)
})

test('health that cannot be loaded leaves the rest of the page as it is', async () => {
  answer({ [health]: silent })
  showPage('/webhooks/automation/webhook')
  const card = within(await screen.findByRole('region', { name: 'Health' }))
  await card.findByText('The service did not answer')
  await screen.findByRole('button', { name: /automation\.completed/ })
})
