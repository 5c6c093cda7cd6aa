import type { AliasApi } from '@waypost/sdk'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { account, address, at } from '../testing/samples.ts'
import { answer, askedOf, ok, refusal } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const shop = address({ address: 'shop@waypost.test' })
const bob: AliasApi.Contact = {
  id: 'bob',
  email: 'bob@example.net',
  name: 'Bob',
  reverseAddress: 'reply-bob@waypost.test',
  isBlocked: false,
  createdAt: at,
}
const list = 'GET /alias/api/v1/addresses/:id/contacts'
const put = 'PUT /alias/api/v1/addresses/:id/contacts'
const change = 'PATCH /alias/api/v1/addresses/:id/contacts/:id'
const contacts = (...all: AliasApi.Contact[]) =>
  ok({ data: { contacts: all, total: all.length, limit: 10, offset: 0 } })

const open = async () => {
  answer({
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /alias/api/v1/addresses': ok({ data: { addresses: [shop], total: 1, limit: 20, offset: 0 } }),
  })
  const { user } = showPage('/addresses')
  await user.click(await screen.findByRole('button', { name: /^More actions/ }))
  await user.click(screen.getByRole('button', { name: 'Contacts of shop@waypost.test' }))
  return user
}

test('adding a contact shows where to write to it, lists it, and leaves nothing that a closed dialog would lose', async () => {
  answer({ [list]: contacts(), [put]: ok({ data: bob }) })
  const user = await open()
  await screen.findByRole('heading', { name: 'No contacts yet' })
  answer({ [list]: contacts(bob) })
  await user.type(screen.getByLabelText('Email of the contact'), 'bob@example.net')
  await user.click(screen.getByRole('button', { name: 'Add contact' }))
  await screen.findByText('Write to bob@example.net at reply-bob@waypost.test.')
  await screen.findByRole('button', { name: 'Copy the address for bob@example.net' })
  expect(askedOf(put)).toMatchObject([{ body: { email: 'bob@example.net' } }])
  const field = screen.getByLabelText('Email of the contact')
  expect(field).toHaveProperty('value', '')
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a contact can be blocked, and is then shown as blocked', async () => {
  answer({ [list]: contacts(bob), [change]: ok({ data: { ...bob, isBlocked: true } }) })
  const user = await open()
  const block = await screen.findByRole('button', { name: 'Block bob@example.net' })
  answer({ [list]: contacts({ ...bob, isBlocked: true }) })
  await user.click(block)
  await screen.findByRole('button', { name: 'Unblock bob@example.net' })
  await screen.findByText('blocked')
  expect(askedOf(change)).toMatchObject([{ body: { isBlocked: true } }])
})

test('deleting a contact asks for a confirmation', async () => {
  const remove = 'DELETE /alias/api/v1/addresses/:id/contacts/:id'
  answer({ [list]: contacts(bob), [remove]: ok({ message: 'Deleted' }) })
  const user = await open()
  await user.click(await screen.findByRole('button', { name: 'Delete bob@example.net' }))
  await screen.findByText('Its address for your mailbox no longer works, and a block ends.')
  expect(askedOf(remove)).toEqual([])
  answer({ [list]: contacts() })
  await user.click(screen.getByRole('button', { name: 'Delete contact' }))
  await screen.findByRole('heading', { name: 'No contacts yet' })
})

test('a refused contact shows the reason', async () => {
  answer({ [list]: contacts(), [put]: refusal(403, { error: 'Contact limit reached' }) })
  const user = await open()
  await user.type(await screen.findByLabelText('Email of the contact'), 'bob@example.net')
  await user.click(screen.getByRole('button', { name: 'Add contact' }))
  await screen.findByText('Contact limit reached')
})
