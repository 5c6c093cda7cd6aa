import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '../client/query-client.ts'
import {
  aliasOverview,
  apiKey,
  at,
  automationAccount,
  automationOverview,
  execution,
  session,
} from '../testing/samples.ts'
import { answer, askedOf, ok, pending, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const none = { completed: 0, failed: 0, stopped: 0, successRate: null, p95DurationMs: null }
const unused = { used: 0, limit: 100, resetsAt: null }
const { limits } = automationAccount
const { usage } = aliasOverview()
const failure = {
  automationId: 'automation',
  automationName: 'Read the price',
  error: 'No element was found for “Go”',
  count: 3,
  firstAt: at,
  lastAt: at,
  executionId: 'run',
  isRecovered: false,
}
const mail = (change: Parameters<typeof aliasOverview>[0] = {}) => ok({ data: aliasOverview(change) })
const keys = ok([{ ...apiKey(), _id: 'key', isActive: true, expiresAt: null }])

beforeEach(() =>
  answer({
    'GET /automation/api/v1/overview': ok(automationOverview()),
    'GET /alias/api/v1/overview': mail(),
    'GET /automation/api/v1/executions': ok([]),
    'GET /automation/api-keys': keys,
    'GET /automation/held-access': ok([]),
    'GET /alias/held-access': ok({ data: [] }),
  }),
)

const region = async (name: string) => within(await screen.findByRole('region', { name }))

const pauseOf = (service: string) => {
  const query = queryClient.getQueryCache().find({ queryKey: ['overview', service, 30] })!
  const { refetchInterval } = query.options as { refetchInterval?: (of: typeof query) => number }
  return refetchInterval!(query)
}

test('where nothing needs attention, the overview says so', async () => {
  showPage('/')
  await screen.findByText('All is well: nothing needs your attention.')
  const runs = await region('Runs')
  // Never rounded up.
  expect(runs.getByText('90.9 %')).toBeDefined()
  expect(runs.getByText('8.6 s')).toBeDefined()
  expect((await region('Emails')).getByText('15')).toBeDefined()
})

test('failures that last are named with the way to the run, and those of automations that work again are apart', async () => {
  const failures = [
    failure,
    { ...failure, automationId: 'other', automationName: 'Log in', executionId: 'second', isRecovered: true },
  ]
  answer({ 'GET /automation/api/v1/overview': ok(automationOverview({ failures })) })
  showPage('/')
  const attention = await region('Attention')
  const [first, second] = attention.getAllByRole('listitem')
  expect(within(first!).getByText('Read the price')).toBeDefined()
  expect(within(first!).getByText('No element was found for “Go”')).toBeDefined()
  expect(first!.textContent).toContain('3 runs')
  const link = within(first!).getByRole('link', { name: 'Last failed run' })
  expect(link.getAttribute('href')).toBe('/runs/run')
  expect(second!.closest('details')!.textContent).toContain('1 failure of automations that work again')
})

test('everything else that is not well is listed, the worst first', async () => {
  answer({
    'GET /automation/api/v1/overview': ok(
      automationOverview({
        schedules: [{ id: 'schedule', name: 'Every morning', failingSince: at, error: null }],
        webhooks: { failing: 2, disabled: 1, days: [] },
        limits: { ...limits, automations: { used: 450, limit: 500, resetsAt: null } },
      }),
    ),
    'GET /alias/api/v1/overview': mail({
      emails: { received: 9, sent: 4, failed: 1 },
      sending: { isAllowed: false, reason: 'Too much of what the account sent came back' },
      forwardingAddresses: { suspended: 1, unverified: 2 },
      domains: { pending: 1 },
      usage: { ...usage, storedBytes: { used: 100, limit: 100 } },
    }),
  })
  showPage('/')
  const attention = await region('Attention')
  await waitFor(() =>
    expect(attention.getAllByRole('listitem').map((item) => item.querySelector('p')!.textContent)).toEqual([
      'Schedule Every morning',
      '1 automation webhook is disabled',
      'Your aliases may not send',
      '1 email was not delivered',
      '1 mailbox refuses mail',
      'Stored mail: 100 % of the limit used',
      '2 automation webhooks fail',
      'Automations: 90 % of the limit used',
      '1 domain is not verified',
      '2 mailboxes are not confirmed',
    ]),
  )
})

test('the numbers of the chart are in a table, the latest day first', async () => {
  showPage('/')
  const table = (await region('Runs')).getByRole('table', { hidden: true })
  const rows = within(table)
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    ['Day (UTC)', 'Completed', 'Stopped', 'Failed'],
    ['Mar 2', '20', '0', '2'],
    ['Mar 1', '10', '0', '1'],
    ['Feb 28', '0', '0', '0'],
  ])
})

test('the period is in the URL, and is asked for', async () => {
  const { user, place } = showPage('/')
  await user.click(await screen.findByRole('link', { name: '7 days' }))
  await waitFor(() => expect(place()).toBe('/?days=7'))
  await waitFor(() => expect(askedOf('GET /alias/api/v1/overview').at(-1)!.query).toEqual({ days: '7' }))
  expect(askedOf('GET /automation/api/v1/overview').map(({ query }) => query['days'])).toEqual(['30', '7'])
})

test('a service that does not answer is reported in its place, the other is shown, and a retry brings it back', async () => {
  answer({ 'GET /automation/api/v1/overview': silent })
  const { user } = showPage('/')
  await screen.findByText(
    'Your automation data cannot be shown because the automation service did not answer.',
  )
  await region('Emails')
  expect(screen.queryByText(/All is well/)).toBeNull()
  answer({ 'GET /automation/api/v1/overview': ok(automationOverview()) })
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try again' }))
  await region('Runs')
  await screen.findByText(/All is well/)
})

test('a service that does not answer is asked again by itself, sooner than one that does', async () => {
  answer({ 'GET /automation/api/v1/overview': silent })
  showPage('/')
  await screen.findByText(/the automation service did not answer/)
  await region('Emails')
  expect(pauseOf('automation')).toBe(10_000)
  expect(pauseOf('alias')).toBe(60_000)
})

test('the first steps are shown until they are done, and only the first that is not done has an action', async () => {
  answer({
    'GET /automation/api/v1/overview': ok(
      automationOverview({ runs: none, limits: { ...limits, automations: unused, webhooks: unused } }),
    ),
  })
  showPage('/')
  const steps = await region('First steps: Automation')
  expect(steps.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'New automation',
    'Templates',
  ])
  // All of the alias service's are done.
  expect(screen.queryByRole('region', { name: 'First steps: Alias' })).toBeNull()
})

test('a first step that is still loading hides the actions of later ones', async () => {
  answer({
    'GET /automation/api/v1/overview': ok(
      automationOverview({ runs: none, limits: { ...limits, webhooks: unused } }),
    ),
    'GET /automation/api/v1/executions': pending,
  })
  showPage('/')
  const steps = await region('First steps: Automation')
  expect(steps.getByText('Create an automation').textContent).toBe('Create an automation (done)')
  expect(steps.queryAllByRole('link')).toEqual([])
})

test('first steps that are hidden stay hidden', async () => {
  answer({ 'GET /alias/api/v1/overview': mail({ usage: { ...usage, forwardingAddresses: unused } }) })
  const { user } = showPage('/')
  await user.click(await screen.findByRole('button', { name: 'Hide the first steps: Alias' }))
  expect(screen.queryByRole('region', { name: 'First steps: Alias' })).toBeNull()
  queryClient.clear()
  showPage('/')
  await screen.findAllByText(/All is well/)
  expect(screen.queryByRole('region', { name: 'First steps: Alias' })).toBeNull()
})

test('a user with an unconfirmed email address is reminded, and can request the link again', async () => {
  const { account: person } = session
  answer({ 'POST /auth/confirmation': ok({ message: 'Sent' }) })
  const { user } = showPage('/', { signedIn: { ...session, account: { ...person, emailConfirmed: false } } })
  await user.click(await screen.findByRole('button', { name: 'Resend' }))
  await screen.findByText('We sent another email to ada@example.com.')
  expect(askedOf('POST /auth/confirmation')).toHaveLength(1)
})

test('a run that waits for the owner is announced, with the way to it', async () => {
  const waiting = { stepName: 'Ask', message: 'Solve the puzzle', since: at, until: at }
  answer({
    'GET /automation/api/v1/executions': ({ query }) =>
      ok(query['waiting'] === 'true' ? [execution({ id: 'run', status: 'running', waiting })] : []),
  })
  showPage('/')
  await screen.findByText('A run waits for you: Solve the puzzle')
  expect(screen.getByRole('link', { name: 'Open the run' }).getAttribute('href')).toBe('/runs/run')
})

test('deliveries of both services are counted by day, and absent while there are none', async () => {
  answer({
    'GET /automation/api/v1/overview': ok(
      automationOverview({
        webhooks: { failing: 0, disabled: 0, days: [{ date: '2026-03-02', succeeded: 1999, failed: 1 }] },
      }),
    ),
    'GET /alias/api/v1/overview': mail({
      webhooks: {
        failing: 0,
        disabled: 0,
        days: [
          { date: '2026-03-01', succeeded: 4, failed: 0 },
          { date: '2026-03-02', succeeded: 1, failed: 0 },
        ],
      },
    }),
  })
  showPage('/')
  const deliveries = await region('Deliveries')
  deliveries.getByText('99.9 %')
  expect(deliveries.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Day (UTC)AcceptedFailed',
    'Mar 22,0001',
    'Mar 140',
  ])
})
