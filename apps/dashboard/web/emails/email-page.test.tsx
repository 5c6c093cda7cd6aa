import type { AliasApi } from '@waypost/sdk'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import { answerEmailPage, email, show } from './test-email-page.ts'

answerEmailPage()

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

test('an email that goes to several mailboxes says what became of each forward', async () => {
  const one = { status: 'sent' as const, to: 'one@example.net', reason: null }
  const two = { status: 'bounced' as const, to: 'two@example.net', reason: '550 5.1.1 No such user' }
  show({ forwarding: { ...two, destinations: [one, two] } })
  await screen.findByText('one@example.net')
  expect(screen.getAllByText('two@example.net')).toHaveLength(1)
  await screen.findByText('550 5.1.1 No such user')
})

const inPart = 'Only the first part of this email is shown. Download it to see the rest.'

test('an email that has more than is shown says so', async () => {
  show({ truncated: true })
  await screen.findByText(inPart)
})

test('an email that is shown as a whole does not say otherwise', async () => {
  show({})
  await screen.findByText('Your code is 482913.')
  expect(screen.queryByText(inPart)).toBeNull()
})

test('an email shows what rules have done with it', async () => {
  show({ labels: ['Invoices'], removedByRule: 'discard' })
  await screen.findByText('Invoices')
  await screen.findByText('A rule of the alias moved it to Deleted.')
})

const searchOf = (name: string) =>
  new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href).searchParams

test('an answer goes to whom the email wants answers to be sent, and to all others that it names', async () => {
  show({
    participants: [
      { kind: 'replyTo', address: 'orders@shop.example', name: '' },
      { kind: 'to', address: 'Shop@waypost.test', name: '' },
      { kind: 'to', address: 'eve@example.com', name: 'Eve' },
      { kind: 'cc', address: 'orders@shop.example', name: '' },
      { kind: 'cc', address: 'carl@example.com', name: '' },
    ],
  })
  await screen.findByRole('link', { name: 'Reply all' })
  expect(searchOf('Reply').get('to')).toBe('orders@shop.example')
  expect(searchOf('Reply').get('cc')).toBeNull()
  expect(searchOf('Reply all').get('cc')).toBe('eve@example.com, carl@example.com')
})

test('an email that names nobody else has no answer to all', async () => {
  show({ participants: [{ kind: 'to', address: 'shop@waypost.test', name: '' }] })
  await screen.findByRole('link', { name: 'Reply' })
  expect(screen.queryByRole('link', { name: 'Reply all' })).toBeNull()
})

const file = (filename: string, contentType: string) => ({
  id: filename,
  filename,
  contentType,
  size: 10,
  contentId: null,
  inline: false,
})

test('images, texts and PDFs can be viewed; what could run scripts can be downloaded only', async () => {
  show({
    attachments: [
      file('a.png', 'image/png'),
      file('b.txt', 'text/plain'),
      file('c.pdf', 'application/pdf'),
      file('d.html', 'text/html'),
      file('e.svg', 'image/svg+xml'),
    ],
  })
  fireEvent.click(await screen.findByRole('button', { name: 'View a.png' }))
  expect((await screen.findByRole('img', { name: 'a.png' })).getAttribute('src')).toBe(
    '/mail-frames/mail/attachments/a.png',
  )
  fireEvent.click(screen.getByRole('button', { name: 'View b.txt', hidden: true }))
  expect((await screen.findByTitle('b.txt')).getAttribute('sandbox')).toBe('')
  expect(screen.getByRole('link', { name: 'View c.pdf', hidden: true }).getAttribute('target')).toBe('_blank')
  expect(screen.queryByRole('button', { name: /View [de]/, hidden: true })).toBeNull()
})

test('the frame of an HTML email is as high as it says; what else it says counts for nothing', async () => {
  show({ bodyHtml: '<p>hello</p>' })
  const frame = await screen.findByTitle<HTMLIFrameElement>('The message Sign in')
  const tell = (data: unknown, source: Window | null = frame.contentWindow) =>
    fireEvent(window, new MessageEvent('message', { data, source }))
  expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin')
  tell({ mailHeight: 123.4 })
  expect(frame.getAttribute('height')).toBe('124')
  tell({ mailHeight: 500 }, window)
  tell({ mailHeight: '9; x' })
  tell(null)
  expect(frame.getAttribute('height')).toBe('124')
  tell({ mailHeight: 10_000_000 })
  expect(frame.getAttribute('height')).toBe('20000')
  for (let height = 1; height <= 100; height += 1) tell({ mailHeight: height })
  expect(Number(frame.getAttribute('height'))).toBeLessThan(100)
})
