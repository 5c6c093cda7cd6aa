import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { account, address } from '../testing/samples.ts'
import { answer, askedOf, ok, pending, refusal, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const addresses = (...given: object[]) =>
  ok({ data: { addresses: given, total: given.length, limit: 100, offset: 0 } })

beforeEach(() =>
  answer({
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /alias/api/v1/addresses': addresses(address()),
    'GET /alias/api/v1/domains': ok({ data: [] }),
  }),
)

test('an account without aliases is asked to create one', async () => {
  answer({ 'GET /alias/api/v1/addresses': addresses() })
  showPage('/compose')
  await screen.findByRole('heading', { name: 'Create an alias first' })
})

test('aliases that cannot be loaded are reported, and can be loaded again', async () => {
  answer({ 'GET /alias/api/v1/addresses': silent })
  const { user } = showPage('/compose')
  await screen.findByText('The service did not answer')
  answer({ 'GET /alias/api/v1/addresses': addresses(address()) })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByLabelText('Subject')
})

test('a reply is sent from the alias that received the email, even if the alias has expired meanwhile', async () => {
  showPage('/compose?from=ended&as=ended@waypost.test&to=ada@example.com')
  expect(await screen.findByLabelText('From')).toHaveProperty('value', 'ended')
  expect(screen.getByRole('option', { name: 'ended@waypost.test' })).toBeTruthy()
})

test('a refused email stays in the form, and an accepted email is opened', async () => {
  answer({ 'POST /alias/api/v1/emails': refusal(403, { error: 'Confirm your address first' }) })
  const { user, place } = showPage('/compose?to=bob@example.com')
  await user.type(await screen.findByLabelText('Subject'), 'Hello')
  await user.type(screen.getByLabelText('Text'), '  indented')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Confirm your address first')
  expect(screen.getByLabelText('Subject')).toHaveProperty('value', 'Hello')

  answer({
    'POST /alias/api/v1/emails': ok({ data: { id: 'sent' }, message: 'Queued' }),
    'GET /alias/api/v1/emails/:id': pending,
  })
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(place()).toBe('/mailbox/sent'))
  expect(askedOf('POST /alias/api/v1/emails').at(-1)!.body).toEqual({
    fromAddressId: 'address',
    to: 'bob@example.com',
    subject: 'Hello',
    body: '  indented',
  })
})

test('an answer names the email that it answers, unless another alias is chosen', async () => {
  answer({
    'GET /alias/api/v1/addresses': addresses(
      address(),
      address({ id: 'other', address: 'other@waypost.test' }),
    ),
    'POST /alias/api/v1/emails': refusal(403, { error: 'Not now' }),
  })
  const { user } = showPage('/compose?from=address&to=bob@example.com&subject=Re&reply=answered')
  await user.type(await screen.findByLabelText('Your name (optional)'), 'Ada')
  await user.type(screen.getByLabelText('Text'), 'hello')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Not now')
  expect(askedOf('POST /alias/api/v1/emails').at(-1)!.body).toMatchObject({
    fromName: 'Ada',
    inReplyTo: 'answered',
  })
  await user.selectOptions(screen.getByLabelText('From'), 'other')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(askedOf('POST /alias/api/v1/emails')).toHaveLength(2))
  expect(askedOf('POST /alias/api/v1/emails').at(-1)!.body).not.toHaveProperty('inReplyTo')
})

test('whoever has a domain can send unsigned, and only if they ask for it', async () => {
  answer({
    'GET /alias/api/v1/domains': ok({
      data: [
        { id: 'domain', domain: 'ada.example', status: 'verified', createdAt: '2026-03-02T09:30:00.000Z' },
      ],
    }),
    'POST /alias/api/v1/emails': refusal(409, { error: 'It would leave unsigned' }),
  })
  const { user } = showPage('/compose?to=bob@example.com&subject=Hello')
  await user.type(await screen.findByLabelText('Text'), 'hello')
  const box = await screen.findByLabelText(/^Send it unsigned/)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('It would leave unsigned')
  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(askedOf('POST /alias/api/v1/emails')).toHaveLength(2))
  const [first, second] = askedOf('POST /alias/api/v1/emails').map(({ body }) => body)
  expect(first).not.toHaveProperty('allowUnsigned')
  expect(second).toMatchObject({ allowUnsigned: true })
})
