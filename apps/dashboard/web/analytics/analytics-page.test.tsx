import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { account } from '../testing/samples.ts'
import { answer, askedOf, ok, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const overview = 'GET /alias/api/v1/overview'
const analytics = {
  totalAddresses: 1200,
  activeAddresses: 30,
  totalEmailsReceived: 54_321,
  totalEmailsSent: 987,
  thisMonthReceived: 65,
  thisMonthSent: 4,
}
const days = [
  { date: '2026-03-01', received: 12, sent: 1 },
  { date: '2026-03-02', received: 3, sent: 0 },
]
beforeEach(() =>
  answer({
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /alias/api/v1/analytics': ok(analytics),
    [overview]: ok({ data: { days, emails: { received: 15, sent: 1, failed: 2 } } }),
  }),
)

const figuresOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

test('emails are shown by day, as a chart and as a table, and every counter of the service is there', async () => {
  showPage('/analytics')
  const chart = within(await screen.findByRole('region', { name: 'The last 30 days' }))
  expect(chart.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'Day (UTC)ReceivedSent',
    'Mar 230',
    'Mar 1121',
  ])
  expect(figuresOf('The last 30 days')).toEqual([
    'Received: 15',
    'Sent: 1',
    'Received by day: 0.5',
    'Not delivered: 2',
  ])
  await screen.findByRole('region', { name: 'This month' })
  expect(figuresOf('This month')).toEqual(['Received: 65', 'Sent: 4'])
  expect(figuresOf('Since the account began')).toEqual([
    'Received: 54,321',
    'Sent: 987',
    'Aliases: 1,200',
    'Active now: 30',
  ])
})

test('the period is in the URL, and the service is asked for it', async () => {
  const { user, place } = showPage('/analytics?days=7')
  await screen.findByRole('region', { name: 'The last 7 days' })
  await user.click(screen.getByRole('link', { name: '90 days' }))
  await screen.findByRole('region', { name: 'The last 90 days' })
  expect(place()).toBe('/analytics?days=90')
  expect(askedOf(overview).map(({ query }) => query)).toEqual([{ days: '7' }, { days: '90' }])
})

test('days without emails are told in words, and not as an empty chart', async () => {
  answer({ [overview]: ok({ data: { days, emails: { received: 0, sent: 0, failed: 0 } } }) })
  showPage('/analytics')
  await screen.findByText('No email has come or left in these days.')
  expect(screen.queryByRole('table')).toBeNull()
})

test('counters of a service that does not answer are not shown as zero, and can be asked for again', async () => {
  answer({ [overview]: silent })
  const { user } = showPage('/analytics')
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('54,321')).toBeNull()
  answer({ [overview]: ok({ data: { days, emails: { received: 15, sent: 1, failed: 2 } } }) })
  await user.click(again)
  await waitFor(() => expect(screen.getByText('54,321')).toBeDefined())
})
