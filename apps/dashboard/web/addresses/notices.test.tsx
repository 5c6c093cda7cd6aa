import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address } from '../testing/samples.ts'
import { answer, askedOf, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import { answerAddressesPage, list, page } from './test-addresses-page.ts'

answerAddressesPage()

const field = 'Tell webhooks that it expires soon'
const create = 'POST /alias/api/v1/addresses'
const change = 'PATCH /alias/api/v1/addresses/:id'

test('a new alias is given a notice that is due within its life', async () => {
  answer({ [list]: ok(page(address())), [create]: ok({ data: { ...address(), forwarding: null } }) })
  const { user } = showPage('/addresses')
  await user.click(await screen.findByRole('button', { name: 'New alias' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('Expires in'), '1 day')
  const { options } = dialog.getByLabelText<HTMLSelectElement>(field)
  expect([...options].map(({ text }) => text)).toEqual(['never', '1 hour before'])
  await user.selectOptions(dialog.getByLabelText(field), '1 hour before')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(askedOf(create)).toMatchObject([{ body: { notifyBefore: 3600 } }]))
})

test('a new alias gets no notice unless its owner wants one', async () => {
  answer({ [list]: ok(page(address())), [create]: ok({ data: { ...address(), forwarding: null } }) })
  const { user } = showPage('/addresses')
  await user.click(await screen.findByRole('button', { name: 'New alias' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(askedOf(create)).toHaveLength(1))
  expect(askedOf(create)[0]!.body).not.toHaveProperty('notifyBefore')
})

test.each([
  ['is changed to another', 86_400, '3 days before', { notifyBefore: 259_200 }],
  ['that a program has chosen is shown, and taken away', 5400, 'never', { notifyBefore: null }],
  ['stays as it is while it is not changed', 5400, '5400 seconds before', {}],
])('the notice of an alias %s', async (_what, notifyBefore, chosen, changed) => {
  answer({ [list]: ok(page(address({ notifyBefore }))), [change]: ok({ data: address() }) })
  const { user } = showPage('/addresses')
  await user.click(await screen.findByRole('button', { name: /^More actions/ }))
  await user.click(screen.getByRole('button', { name: /^Edit shop/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('option', { name: '3 days before' })
  const notice = dialog.getByLabelText<HTMLSelectElement>(field)
  expect(notice.value).toBe(String(notifyBefore))
  await user.selectOptions(notice, chosen)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(askedOf(change)).toHaveLength(1))
  expect(askedOf(change)[0]!.body).toEqual({ alias: 'The shop', ...changed })
})
