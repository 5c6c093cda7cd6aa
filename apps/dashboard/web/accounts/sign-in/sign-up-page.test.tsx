import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, issue, refusal } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'

const signUp = async () => {
  const { user } = showPage('/sign-up', { signedIn: null })
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'a sentence')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
}

test('an invalid field shows its error and gets the focus', async () => {
  answer({ 'POST /auth/sign-up': issue('password', 'is one of the most used passwords') })
  await signUp()
  const field = screen.getByLabelText('Password')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = field.getAttribute('aria-describedby')!.split(' ')
  const words = described.map((id) => document.querySelector(`[id="${id}"]`)!.textContent)
  expect(words).toContain('is one of the most used passwords')
})

test('an email address that has an account already is reported at the top of the form', async () => {
  answer({ 'POST /auth/sign-up': refusal(409, { statusCode: 409, message: 'There is an account already' }) })
  await signUp()
  await screen.findByText('There is an account already')
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBeNull()
})
