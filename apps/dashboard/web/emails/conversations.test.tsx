import type { AliasApi } from '@waypost/sdk'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { email as sample } from '../testing/samples.ts'
import { answer, askedOf, ok, withNext } from '../testing/services.ts'
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

const minute = (number: number) => `2026-03-02T09:${String(10 + number)}:00.000Z`

test('a long conversation begins with its newest emails, and its older ones are shown by pages, also after an email has come', async () => {
  const one = (number: number) =>
    sample({
      id: `n${number}`,
      threadId: 'thread',
      isRead: true,
      fromName: `Email ${number}`,
      receivedAt: minute(number),
    })
  // Three emails on a page, which a cursor continues.
  let all = [5, 4, 3, 2, 1].map(one)
  const opened = { ...email, id: 'n1', threadId: 'thread', receivedAt: minute(1), fromName: 'Email 1' }
  answer({
    'GET /alias/api/v1/emails': ({ query }) => {
      const start = query['cursor'] === undefined ? 0 : all.findIndex(({ id }) => id === query['cursor']) + 1
      const data = all.slice(start, start + 3)
      const page = { data, total: all.length, limit: 3, offset: 0 }
      return start + 3 < all.length
        ? withNext(page, `/api/v1/emails?threadId=thread&limit=3&cursor=${data.at(-1)!.id}`)
        : ok(page)
    },
    'GET /alias/api/v1/emails/:id': ok({ data: opened }),
  })
  const { user } = showPage('/mailbox/n1')
  const list = await screen.findByRole('list', { name: 'Conversation' })
  const heads = () =>
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => /Email \d/.exec(textContent)![0])
  // The one that was opened is older, and is shown before them.
  expect(heads()).toEqual(['Email 1', 'Email 3', 'Email 4', 'Email 5'])
  screen.getByText('A conversation of 5 emails, oldest first.')
  screen.getByText('1 more')
  all = [one(6), ...all]
  await user.click(screen.getByRole('button', { name: 'Show older emails' }))
  await waitFor(() =>
    expect(heads()).toEqual(['Email 1', 'Email 2', 'Email 3', 'Email 4', 'Email 5', 'Email 6']),
  )
  expect(screen.queryByRole('button', { name: 'Show older emails' })).toBeNull()
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
