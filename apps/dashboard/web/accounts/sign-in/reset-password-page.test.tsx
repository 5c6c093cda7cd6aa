import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, askedOf, ok, refusal } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'

beforeEach(() => {
  location.hash = '#token=from-the-mail'
})
afterEach(() => {
  location.hash = ''
})

const choosePassword = async () => {
  const { user } = showPage('/reset-password', { signedIn: null })
  await user.type(await screen.findByLabelText('New password'), 'a new sentence')
  return user
}

test('a new password is sent with the token of the link, and access is put on hold if the user asks for it', async () => {
  answer({ 'POST /auth/reset-password': ok() })
  const user = await choosePassword()
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByRole('heading', { name: 'Password changed' })
  const [asked] = askedOf('POST /auth/reset-password')
  expect(asked!.body).toEqual({ token: 'from-the-mail', password: 'a new sentence', hold: true })
})

test('a link that was used already is reported, with a way to request a new one', async () => {
  answer({ 'POST /auth/reset-password': refusal(400, { statusCode: 400, message: 'The link is used up' }) })
  const user = await choosePassword()
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByText('The link is used up')
  expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('/forgot-password')
})
