import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { account, address, email } from '../testing/samples.ts'
import { answer, askedOf, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import { draftPlace, loadDraft, saveDraft } from './drafts.ts'
import { draft } from './test-compose-page.ts'

const keep = (search: Parameters<typeof saveDraft>[1], change: Partial<typeof draft> = {}, of = 'account') =>
  saveDraft(draftPlace(of, search), search, { ...draft, ...change })

beforeEach(() =>
  answer({
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /alias/api/v1/addresses': ok({
      data: {
        addresses: [address(), address({ id: 'other', alias: 'Other' })],
        total: 2,
        limit: 100,
        offset: 0,
      },
    }),
    'GET /alias/api/v1/domains': ok({ data: [] }),
    'GET /alias/api/v1/emails': ok({ data: [], total: 0, limit: 50, offset: 0 }),
  }),
)

const lines = () => screen.queryAllByRole('link', { name: /^To |^No recipient/ })

test('the inbox counts the drafts of the account in this browser, and lists them without asking the service', async () => {
  keep({ to: 'bob@example.com' })
  keep({ from: 'other' }, { to: '', subject: '', fromAddressId: 'other' })
  keep({}, { subject: 'Of somebody else' }, 'another')
  showPage('/mailbox?folder=drafts')
  await screen.findByRole('link', { name: 'Drafts 2' })
  await screen.findByText(/^Drafts are in this browser only/)
  expect(lines().map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^No recipient\(no subject\) half of/),
      expect.stringMatching(/^To bob@example.comHello half of/),
    ]),
  )
  expect(lines()).toHaveLength(2)
  expect(askedOf('GET /alias/api/v1/emails')).toEqual([])
})

test('a draft is opened where it was begun, the answer to an email as one', async () => {
  const answered = email({ id: 'answered', from: 'bob@example.com', bodyText: 'Tea?' })
  answer({ 'GET /alias/api/v1/emails/:id': ok({ data: { ...answered, attachments: [] } }) })
  keep({ from: 'address', as: 'shop@waypost.test', reply: 'answered' }, { subject: 'Re: Tea' })
  const { user, place } = showPage('/mailbox?folder=drafts')
  await user.click(await screen.findByRole('link', { name: /Re: Tea/ }))
  expect(await screen.findByLabelText('Subject')).toHaveProperty('value', 'Re: Tea')
  expect(new URL(place(), location.href).searchParams.get('reply')).toBe('answered')
  await screen.findByText(/^This draft was kept/)
})

test('a draft is deleted without asking, and can be had back', async () => {
  keep({})
  const { user } = showPage('/mailbox?folder=drafts')
  await user.click(await screen.findByRole('button', { name: 'Delete the draft Hello' }))
  await screen.findByRole('heading', { name: 'No drafts' })
  expect(loadDraft(draftPlace('account'))).toBeUndefined()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('link', { name: /Hello/ })
  expect(loadDraft(draftPlace('account'))).toEqual(draft)
})

test('the alias and the search narrow the drafts too', async () => {
  keep({ from: 'address' })
  keep({ from: 'other' }, { fromAddressId: 'other', subject: 'Milk' })
  const { user } = showPage('/mailbox?folder=drafts')
  await waitFor(() => expect(lines()).toHaveLength(2))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Alias' }), 'other')
  await waitFor(() =>
    expect(lines().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Milk')]),
  )
  await user.type(screen.getByRole('searchbox'), 'tea{Enter}')
  await screen.findByText(/^No draft here has “tea”/)
})

test('a draft of a version before, which had no list, stays where it was begun and is listed once it is changed', async () => {
  localStorage.setItem(draftPlace('account'), JSON.stringify({ ...draft, savedAt: 1 }))
  keep({ to: 'eve@example.com' }, { to: 'eve@example.com' })
  const { user } = showPage('/mailbox?folder=drafts')
  await screen.findByRole('link', { name: 'Drafts 1' })
  expect(lines().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('eve@example.com')])
  await user.click(screen.getByRole('link', { name: 'New email' }))
  await screen.findByText(/^This draft was kept/)
  expect(screen.getByLabelText('Subject')).toHaveProperty('value', 'Hello')
  await user.type(screen.getByLabelText('Subject'), '!')
  await user.click(screen.getByRole('link', { name: /^Inbox/ }))
  await user.click(await screen.findByRole('link', { name: 'Drafts 2' }))
  await screen.findByRole('link', { name: /Hello!/ })
})

test('the page of a new email says that what is written is kept, and the list has it', async () => {
  const { user } = showPage('/compose?to=bob@example.com')
  await user.type(await screen.findByLabelText('Subject'), 'Hello')
  await screen.findByText('Kept in Drafts, in this browser only and without files.')
  await user.click(screen.getByRole('link', { name: /^Inbox/ }))
  await user.click(await screen.findByRole('link', { name: 'Drafts 1' }))
  await screen.findByRole('link', { name: /^To bob@example.com/ })
})
