import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address } from '../testing/samples.ts'
import { answer, askedOf, ok, pending, refusal, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import { answerComposePage, addresses, answered, text } from './test-compose-page.ts'

answerComposePage()

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
  await user.type(await text(), 'hello')
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
    body: 'hello',
  })
})

test('an answer names the email that it answers, unless another alias is chosen', async () => {
  answer({
    'GET /alias/api/v1/addresses': addresses(
      address(),
      address({ id: 'other', address: 'other@waypost.test' }),
    ),
    'POST /alias/api/v1/emails': refusal(403, { error: 'Not now' }),
    'GET /alias/api/v1/emails/:id': ok({ data: answered }),
  })
  const { user } = showPage('/compose?from=address&to=bob@example.com&subject=Re&reply=answered')
  await user.type(await screen.findByLabelText('Your name (optional)'), 'Ada')
  await user.type(await text(), 'hello')
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
  await user.type(await text(), 'hello')
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

test('an answer quotes the text of the email that it answers, and none of its HTML', async () => {
  answer({
    'GET /alias/api/v1/emails/:id': ok({ data: answered }),
    'POST /alias/api/v1/emails': refusal(403, { error: 'Not now' }),
  })
  const { user } = showPage('/compose?from=address&to=bob@example.com&subject=Re&reply=answered')
  const field = await text()
  await waitFor(() => expect(field.textContent).toContain('Tea?'))
  expect(field.querySelector('blockquote [onclick]')).toBeNull()
  await user.click(field)
  getSelection()!.setPosition(field.firstChild, 0)
  await user.keyboard('Yes.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Not now')
  const { body } = askedOf('POST /alias/api/v1/emails').at(-1)! as { body: { body: string } }
  expect(body.body).toMatch(/^Yes\.\n\nOn .*, Bob <bob@example\.com> wrote:\n> Tea\?\n>\n>> Milk\?$/)
  expect(body).not.toHaveProperty('bodyHtml')
})

test('several recipients, copies and files are sent; files that are too large are not', async () => {
  answer({ 'POST /alias/api/v1/emails': refusal(403, { error: 'Not now' }) })
  const { user } = showPage('/compose?to=bob@example.com,eve@example.com&subject=Hello')
  await user.type(await text(), 'hello')
  await user.click(screen.getByRole('button', { name: 'Add Cc and Bcc' }))
  await user.type(screen.getByLabelText('Bcc'), 'carl@example.com')
  const input = screen.getByLabelText('Attach files')
  const large = new File([new Uint8Array(25_000_000)], 'large.bin')
  await user.upload(input, [new File(['tea'], 'list.txt', { type: 'text/plain' }), large])
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Remove large.bin' }))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Not now')
  expect(askedOf('POST /alias/api/v1/emails').at(-1)!.body).toEqual({
    fromAddressId: 'address',
    to: ['bob@example.com', 'eve@example.com'],
    bcc: ['carl@example.com'],
    subject: 'Hello',
    body: 'hello',
    attachments: [{ filename: 'list.txt', contentType: 'text/plain', contentBase64: 'dGVh' }],
  })
})
