import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { at } from '../testing/samples.ts'
import { answer, askedOf, ok, withNext } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const route = 'GET /alias/api/v1/audit-logs'
const entry = {
  id: 'entry',
  action: 'address.create',
  method: 'POST',
  path: '/api/v1/addresses',
  statusCode: 201,
  keyId: null,
  ip: '203.0.113.7',
  createdAt: at,
}
const page = (...logs: object[]) => ({ data: { logs, total: 9000, limit: 50, offset: 0 } })

test('the log leaves out what the dashboard itself has read, until that is asked for', async () => {
  answer({ [route]: ok(page(entry)) })
  const { user, place } = showPage('/audit-log/alias')
  await screen.findByText('address.create')
  expect(askedOf(route)[0]!.query).toEqual({ limit: '50', person_reads: 'false' })
  await user.click(screen.getByRole('checkbox', { name: /pages of the dashboard have read/ }))
  await waitFor(() => expect(place()).toBe('/audit-log/alias?reads=all'))
  await waitFor(() => expect(askedOf(route).at(-1)!.query).toEqual({ limit: '50' }))
})

test('a page on which nothing is left leads on to the older ones', async () => {
  answer({
    [route]: ({ query }) =>
      query['cursor'] === undefined
        ? withNext(page(), '/api/v1/audit-logs?limit=50&cursor=next')
        : ok(page(entry)),
  })
  const { user } = showPage('/audit-log/alias')
  await screen.findByText(/Nothing here/)
  await user.click(screen.getByRole('button', { name: 'Older' }))
  await screen.findByText('address.create')
})
