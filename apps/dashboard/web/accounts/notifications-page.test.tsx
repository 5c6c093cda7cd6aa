import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Notification } from '../client/accounts.ts'
import { answer, askedOf, ok, refusal } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

let stored: Notification[]
beforeEach(() => {
  stored = [
    { kind: 'failed_runs', isOn: true },
    { kind: 'waiting_runs', isOn: false },
    { kind: 'heals', isOn: true },
    { kind: 'webhooks', isOn: true },
    { kind: 'domains', isOn: true },
    { kind: 'limits', isOn: false },
  ]
  answer({ 'GET /auth/notifications': () => ok(stored) })
})

const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

test('each kind of email is shown as it is stored, and the emails that are always sent are named', async () => {
  showPage('/account/notifications')
  expect((await box('Runs that fail')).checked).toBe(true)
  expect((await box('Runs that wait for you')).checked).toBe(false)
  expect((await box('Webhooks that fail')).checked).toBe(true)
  expect(screen.getByText(/security of your account cannot be switched off/)).toBeTruthy()
})

test('a kind of email is switched off by one click, for that kind alone', async () => {
  answer({
    'POST /auth/notifications': ({ body }) => {
      stored = stored.map((each) =>
        each.kind === (body as Notification).kind ? (body as Notification) : each,
      )
      return ok()
    },
  })
  const { user } = showPage('/account/notifications')
  await user.click(await box('Runs that fail'))
  await expect.poll(async () => (await box('Runs that fail')).checked).toBe(false)
  expect(askedOf('POST /auth/notifications').map(({ body }) => body)).toEqual([
    { kind: 'failed_runs', isOn: false },
  ])
  expect((await box('Webhooks that fail')).checked).toBe(true)
})

test('a change that is refused is reported, and the box shows what is stored', async () => {
  answer({ 'POST /auth/notifications': refusal(503, { statusCode: 503, message: 'Try again later' }) })
  const { user } = showPage('/account/notifications')
  await user.click(await box('Webhooks that fail'))
  await screen.findByRole('alert')
  expect((await box('Webhooks that fail')).checked).toBe(true)
})
