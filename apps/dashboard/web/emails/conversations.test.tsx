import type { AliasApi } from '@waypost/sdk'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { email as sample } from '../testing/samples.ts'
import { answer, askedOf, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import { answerEmailPage, email, thread } from './test-email-page.ts'

answerEmailPage()

test('a conversation is shown in order, received and sent; its other emails open where they stand', async () => {
  const opened: AliasApi.EmailDetail = {
    ...email,
    threadId: 'thread',
    receivedAt: '2026-03-02T10:00:00.000Z',
  }
  const sent = sample({
    id: 'sent',
    threadId: 'thread',
    type: 'sent',
    status: 'sent',
    to: 'bob@example.com',
    bodyText: 'Which code?\n\nOn Monday Bob wrote:\n> Your code.',
    isRead: true,
    receivedAt: '2026-03-02T09:00:00.000Z',
  })
  const later = sample({
    id: 'later',
    threadId: 'thread',
    isSpam: true,
    isForged: true,
    receivedAt: '2026-03-02T11:00:00.000Z',
  })
  const details = new Map<string, object>([
    ['mail', opened],
    ['sent', { ...sent, attachments: [] }],
  ])
  answer({
    'GET /alias/api/v1/emails': thread(later, opened, sent),
    'GET /alias/api/v1/emails/:id': ({ path }) => ok({ data: details.get(path.split('/')[5]!) }),
  })
  const { user } = showPage('/mailbox/mail')
  const list = await screen.findByRole('list', { name: 'Conversation' })
  expect(askedOf('GET /alias/api/v1/emails').at(-1)!.query).toEqual({ threadId: 'thread', limit: '100' })
  const heads = () => within(list).getAllByRole('button', { expanded: false })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^To bob@example.com/),
    expect.stringContaining('Your code is 482913.'),
    expect.stringMatching(/^New: The shop/),
  ])
  expect(heads()[0]!.textContent).toContain('Which code?')
  expect(heads()[0]!.textContent).not.toContain('Your code.')
  expect(heads().map(({ textContent }) => textContent.includes('forgedspam'))).toEqual([false, true])
  await user.click(heads()[0]!)
  await waitFor(() => expect(within(list).getAllByRole('button', { name: 'Delete' })).toHaveLength(2))
  // What was never opened stays unread.
  expect(askedOf('PATCH /alias/api/v1/emails/:id')).toEqual([])
})

test('a deleted email of a conversation leaves it, and those that are left stay', async () => {
  const other = sample({ id: 'other', threadId: 'thread', isRead: true, subject: 'Re: Sign in' })
  let emails: object[] = [email, other]
  answer({
    'GET /alias/api/v1/emails': () => thread(...emails),
    'GET /alias/api/v1/emails/:id': ({ path }) =>
      ok({ data: path.endsWith('other') ? { ...other, attachments: [] } : { ...email, threadId: 'thread' } }),
    'DELETE /alias/api/v1/emails/:id': () => {
      emails = [email]
      return ok({ data: { id: 'other' }, message: 'Email deleted' })
    },
  })
  const { user, place } = showPage('/mailbox/mail')
  const list = await screen.findByRole('list', { name: 'Conversation' })
  await user.click(within(list).getByRole('button', { expanded: false }))
  const [, item] = within(list).getAllByRole('listitem')
  await user.click(await within(item!).findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Conversation' })).toBeNull())
  expect(place()).toBe('/mailbox/mail')
  await screen.findByText('Your code is 482913.')
})
