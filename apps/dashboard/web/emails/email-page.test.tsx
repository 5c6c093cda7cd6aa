import type { AliasApi } from '@waypost/sdk'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { account, at } from '../testing/samples.ts'
import { answer, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const email: AliasApi.EmailDetail = {
  id: 'mail',
  addressId: 'shop',
  type: 'received',
  from: 'no-reply@shop.example',
  fromName: 'The shop',
  to: 'shop@waypost.test',
  subject: 'Sign in',
  bodyText: 'Your code is 482913.',
  bodyHtml: '',
  isRead: true,
  isStarred: false,
  receivedAt: at,
  attachments: [],
}
const show = (given: Partial<AliasApi.EmailDetail>) => {
  answer({ 'GET /alias/api/v1/emails/:id': ok({ data: { ...email, ...given } }) })
  showPage('/mailbox/mail')
}

beforeEach(() => answer({ 'GET /alias/api/v1/account': ok({ data: account }) }))

test('an email with a certain code shows it, to be copied', async () => {
  show({
    codes: [
      { value: '482913', isCertain: true },
      { value: '4829', isCertain: false },
    ],
  })
  await screen.findByRole('button', { name: 'Copy the code 482913' })
  expect(screen.queryByRole('button', { name: 'Copy the code 4829' })).toBeNull()
})

test('an email to several recipients shows what became of each', async () => {
  show({
    type: 'sent',
    status: 'bounced',
    to: 'bob@example.net',
    recipients: [
      { address: 'bob@example.net', kind: 'to', status: 'sent', reason: null },
      { address: 'eve@example.net', kind: 'bcc', status: 'bounced', reason: '550 No such user' },
    ],
  })
  await screen.findByText('Bcc eve@example.net')
  await screen.findByText('550 No such user')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([expect.stringContaining('bob@example.net')]),
  )
})

test('spam says why it is spam, and its owner moves it out of it', async () => {
  let found: AliasApi.EmailDetail = {
    ...email,
    isSpam: true,
    spam: {
      verdict: 'spam',
      score: 5,
      reasons: [{ rule: 'dnsbl:bl.test', score: 5, description: 'bl.test lists the server 192.0.2.1.' }],
    },
  }
  answer({
    'GET /alias/api/v1/emails/:id': () => ok({ data: found }),
    'PATCH /alias/api/v1/emails/:id': () => {
      const { isSpam: _isSpam, ...others } = found
      found = others
      return ok({ data: found })
    },
  })
  showPage('/mailbox/mail')
  const reasons = await screen.findByRole('list', { name: 'Spam checks' })
  expect(reasons.textContent).toBe('bl.test lists the server 192.0.2.1. (+5)')
  fireEvent.click(screen.getByRole('button', { name: 'Not spam' }))
  await screen.findByRole('button', { name: 'Move to spam' })
})

test.each([
  [
    { pixels: 2, links: 1, hosts: ['px.example', 'b.example'], skipped: 'parts' as const },
    'Removed 2 tracking pixels (px.example, b.example) and the tracking parameters of 1 link. A part of it could not be read, and was forwarded as it came.',
  ],
  [{ pixels: 0, links: 0, hosts: [] }, 'It had no trackers.'],
  [
    { pixels: 0, links: 0, hosts: [], skipped: 'message' as const },
    'Forwarded as it came: it is signed or encrypted, or could not be read.',
  ],
])('a forwarded email says what was taken out of the forward: %j', async (removed, text) => {
  show({ forwarding: { status: 'sent', to: 'ada@example.net', reason: null, removed } })
  await screen.findByText(text)
})
