import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, ok } from '../testing/services.ts'
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

test('every dialog has a button that closes it', async () => {
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('button', { name: 'Close dialog' }))
  await gone()
})
