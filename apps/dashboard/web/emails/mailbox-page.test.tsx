import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { account, address, email } from '../testing/samples.ts'
import { answer, askedOf, ok, pending, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const list = 'GET /alias/api/v1/emails'
const page = (...data: object[]) => ok({ data, total: data.length, limit: 50, offset: 0 })
const addresses = (...given: object[]) =>
  ok({ data: { addresses: given, total: given.length, limit: 100, offset: 0 } })

beforeEach(() => {
  answer({
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /alias/api/v1/addresses': addresses(address()),
  })
})

test('an inbox that is loading is not shown as empty', async () => {
  answer({ [list]: pending })
  showPage('/mailbox')
  expect((await screen.findByRole('status')).textContent).toBe('Loading …')
  expect(screen.queryByText('No email yet')).toBeNull()
})

test('an account without aliases is asked to create one first', async () => {
  answer({ [list]: page(), 'GET /alias/api/v1/addresses': addresses() })
  showPage('/mailbox')
  await screen.findByRole('heading', { name: 'No aliases yet' })
})

test('an inbox that cannot be loaded shows the reason, and not that it is empty', async () => {
  answer({ [list]: silent })
  showPage('/mailbox')
  expect((await screen.findByRole('alert')).textContent).toBe('The service did not answer')
  expect(screen.queryByText('No email yet')).toBeNull()
})

test('an unread email is announced as new to screen readers', async () => {
  answer({ [list]: page(email(), email({ id: 'read', subject: 'Read before', isRead: true })) })
  showPage('/mailbox')
  const unread = await screen.findByRole('link', { name: /Your order/ })
  expect(unread.textContent).toMatch(/^New: /)
  expect(screen.getByRole('link', { name: /Read before/ }).textContent).not.toMatch(/New: /)
})

test('a folder lists its emails of the chosen alias', async () => {
  answer({ [list]: page() })
  const { user, place } = showPage('/mailbox?address=address')
  await user.click(await screen.findByRole('link', { name: 'Deleted' }))
  await screen.findByRole('heading', { name: 'No emails' })
  expect(place()).toContain('address=address')
  expect(askedOf(list).at(-1)!.query).toMatchObject({ is_deleted: 'true', address_id: 'address' })
})

test('spam is in a folder of its own, and not among what was received', async () => {
  answer({ [list]: page() })
  const { user } = showPage('/mailbox')
  await screen.findByRole('heading', { name: 'No email yet' })
  expect(askedOf(list).at(-1)!.query).toMatchObject({ is_spam: 'false', type: 'received' })
  await user.click(screen.getByRole('link', { name: 'Spam' }))
  await screen.findByRole('heading', { name: 'No spam' })
  expect(askedOf(list).at(-1)!.query).toMatchObject({ is_spam: 'true' })
})

test('spam is not among what was sent, so that a conversation counts none of it there', async () => {
  answer({ [list]: page() })
  const { user } = showPage('/mailbox')
  await user.click(await screen.findByRole('link', { name: 'Sent' }))
  await waitFor(() => expect(askedOf(list).at(-1)!.query).toMatchObject({ type: 'sent', is_spam: 'false' }))
})

test('emails that were not forwarded are in a folder of their own, one by one and without spam', async () => {
  answer({ [list]: page() })
  const { user } = showPage('/mailbox')
  await user.click(await screen.findByRole('link', { name: 'Withheld' }))
  await screen.findByText(/^Email that was to be forwarded/)
  expect(askedOf(list).at(-1)!.query).toMatchObject({ is_withheld: 'true', is_spam: 'false' })
  expect(askedOf(list).at(-1)!.query).not.toHaveProperty('collapseThreads')
})

test('starred emails are in a folder of their own, one by one', async () => {
  answer({ [list]: page() })
  const { user } = showPage('/mailbox')
  await user.click(await screen.findByRole('link', { name: 'Starred' }))
  await screen.findByText('Emails that are starred are listed here.')
  expect(askedOf(list).at(-1)!.query).toMatchObject({ is_starred: 'true' })
  expect(askedOf(list).at(-1)!.query).not.toHaveProperty('collapseThreads')
})

test('all emails of the chosen alias can be downloaded', async () => {
  answer({ [list]: page() })
  showPage('/mailbox?address=address')
  const link = await screen.findByRole('link', { name: 'Export' })
  expect(link.getAttribute('href')).toBe('/alias/api/v1/addresses/address/mbox')
})

test('an email says which alias it is of, by its label or its address, unless the list is of one alias', async () => {
  answer({
    [list]: page(email({ alias: 'The shop' }), email({ id: 'other', subject: 'News', alias: null })),
  })
  const { user } = showPage('/mailbox')
  expect((await screen.findByRole('link', { name: /Your order/ })).textContent).toContain('Alias The shop')
  expect(screen.getByRole('link', { name: /News/ }).textContent).toContain('Alias shop-x4k9@waypost.test')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Alias' }), 'address')
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /Your order/ }).textContent).not.toContain('Alias The shop'),
  )
})

test('a folder lists conversations, each with how many emails it has; a search lists emails', async () => {
  answer({ [list]: page(email({ isRead: true, thread: { emails: 3, unread: 1 } })) })
  const { user } = showPage('/mailbox')
  const line = await screen.findByRole('link', { name: /Your order/ })
  expect(line.textContent).toMatch(/^New: The shop 3 emails/)
  expect(askedOf(list).at(-1)!.query).toMatchObject({ collapseThreads: 'true' })
  await user.type(screen.getByRole('searchbox'), 'order{Enter}')
  await waitFor(() => expect(askedOf(list).at(-1)!.query['q']).toBe('order'))
  expect(askedOf(list).at(-1)!.query).not.toHaveProperty('collapseThreads')
})

const ids = (route: string) => askedOf(route).map(({ path }) => path.split('/')[5])

test('what is done with a conversation is done with each of its emails, without spam that names it, and undone for those', async () => {
  const emails = [
    email({ id: 'new', threadId: 'thread' }),
    email({ id: 'spam', threadId: 'thread', isSpam: true }),
    email({ id: 'sent', threadId: 'thread', type: 'sent', isRead: true }),
    email({ id: 'old', threadId: 'thread', isRead: true }),
  ]
  answer({
    [list]: ({ query }) =>
      query['threadId'] === 'thread'
        ? page(...emails.filter(({ isSpam }) => String(isSpam === true) === query['is_spam']))
        : // More than there are by the time that something is done with them.
          page({ ...emails[0], thread: { emails: 4, unread: 2 } }),
    'PATCH /alias/api/v1/emails/:id': ok({ data: { ...emails[0], attachments: [] } }),
    'DELETE /alias/api/v1/emails/:id': ok({ data: { id: 'mail' }, message: 'Email deleted' }),
    'POST /alias/api/v1/emails/:id/restore': ok({ data: { ...emails[0], attachments: [] } }),
  })
  const { user } = showPage('/mailbox')
  const select = async () => user.click(await screen.findByRole('checkbox', { name: 'Select Your order' }))
  await select()
  await user.click(screen.getByRole('button', { name: 'Mark as read' }))
  await screen.findByText('1 email marked as read')
  expect(ids('PATCH /alias/api/v1/emails/:id')).toEqual(['new'])
  await select()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByText('3 emails deleted')
  await user.click((await screen.findAllByRole('button', { name: 'Undo' })).at(-1)!)
  await waitFor(() => expect(ids('POST /alias/api/v1/emails/:id/restore')).toEqual(['new', 'sent', 'old']))
  expect(ids('DELETE /alias/api/v1/emails/:id')).toEqual(['new', 'sent', 'old'])
})
