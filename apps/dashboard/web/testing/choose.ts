import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** For tests: types into a field that searches its choices, and takes one. */
export async function choose(user: UserEvent, label: string, name: string): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: label }))
  await user.keyboard(name)
  await user.click(await screen.findByRole('option', { name }))
}
