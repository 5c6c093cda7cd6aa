import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answerAddressesPage, list, page } from '../addresses/test-addresses-page.ts'
import { address } from '../testing/samples.ts'
import { answer, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

answerAddressesPage()

test('the menu of an alias has what is needed less often, and closes as an action is chosen, but not by what its dialog does', async () => {
  answer({ [list]: ok(page(address())) })
  const { user } = showPage('/addresses')
  const name = 'shop-x4k9@waypost.test'
  const button = await screen.findByRole('button', { name: `More actions for ${name}` })
  const menu = document.querySelector<HTMLElement>(`[id="${button.getAttribute('popovertarget')}"]`)!
  expect(menu.getAttribute('popover')).toBe('auto')
  expect(screen.queryByRole('button', { name: `Delete ${name}` })).toBeNull()
  await user.click(button)
  const actions = within(menu).getAllByRole('button')
  expect(actions.map(({ textContent }) => textContent)).toEqual(['Forward', 'Rules', 'Contacts', 'Delete'])
  const hide = vi.spyOn(menu, 'hidePopover')
  await user.click(within(menu).getByRole('button', { name: `Delete ${name}` }))
  expect(hide).toHaveBeenCalledTimes(1)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(hide).toHaveBeenCalledTimes(1)
})
