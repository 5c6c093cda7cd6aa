import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address } from '../testing/samples.ts'
import { answerAddressesPage, list, page } from '../addresses/test-addresses-page.ts'
import { answer, ok, pending, refusal } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

beforeEach(() =>
  answer({
    'GET /automation/api/v1/pipelines': ok([]),
    'GET /automation/api/v1/automations': ok([]),
  }),
)

async function open() {
  const { user } = showPage('/pipelines')
  await user.click((await screen.findAllByRole('button', { name: 'New pipeline' }))[0]!)
  return { user, dialog: within(await screen.findByRole('dialog')) }
}
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('Escape closes a dialog in which nothing was entered', async () => {
  const { user, dialog } = await open()
  await user.click(dialog.getByLabelText('Name'))
  await user.keyboard('{Escape}')
  await gone()
})

test('Escape does not throw away what was entered: it asks first', async () => {
  const { user, dialog } = await open()
  await user.type(dialog.getByLabelText('Name'), 'Every morning')
  await user.keyboard('{Escape}')
  await dialog.findByText('Discard what you have entered?')
  await user.click(dialog.getByRole('button', { name: 'Keep' }))
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Every morning')
  await user.keyboard('{Escape}')
  await user.click(await dialog.findByRole('button', { name: 'Discard' }))
  await gone()
})

const create = 'POST /alias/api/v1/addresses'
const send = async () => {
  answer({ [list]: ok(page(address())) })
  const { user } = showPage('/addresses')
  await user.click(await screen.findByRole('button', { name: 'New alias' }))
  await user.type(await screen.findByLabelText('Label'), 'News')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  return user
}

describe('Escape, once a form was sent,', () => {
  answerAddressesPage()

  test('asks before what is not accepted yet is lost', async () => {
    answer({ [create]: pending })
    const user = await send()
    await user.keyboard('{Escape}')
    await screen.findByText('Discard what you have entered?')
  })

  test('asks before what was refused is lost', async () => {
    answer({ [create]: refusal(403, { error: 'Not on your plan' }) })
    const user = await send()
    await screen.findByText('Not on your plan')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep' }))
    expect(screen.getByLabelText('Label')).toHaveProperty('value', 'News')
  })

  test('closes the dialog without a question where the form was accepted', async () => {
    answer({ [create]: ok({ data: address({ id: 'new', address: 'news-1@waypost.test' }) }) })
    const user = await send()
    await screen.findByText('news-1@waypost.test')
    await user.keyboard('{Escape}')
    await gone()
  })
})

test('every dialog has a button that closes it', async () => {
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('button', { name: 'Close dialog' }))
  await gone()
})
