import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { session } from '../../testing/samples.ts'
import { answer, askedOf, ok, pending, refusal, silent } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'

const signIn = async (path: string) => {
  const shown = showPage(path, { signedIn: null })
  await shown.user.type(await screen.findByLabelText('Email'), ' ada@example.com ')
  await shown.user.type(screen.getByLabelText('Password'), ' a sentence ')
  await shown.user.click(screen.getByRole('button', { name: 'Sign in' }))
  return shown
}

beforeEach(() => answer({ 'GET /auth/session': refusal(401, { statusCode: 401, message: 'Not signed in' }) }))

test('a signed-out user has to sign in, and then sees the requested page', async () => {
  answer({
    'POST /auth/sign-in': ok(session),
    'GET /automation/api/v1/executions': ok([]),
  })
  const { place } = await signIn('/runs')
  await screen.findByRole('heading', { name: 'No runs' })
  expect(place()).toBe('/runs')
  // Spaces around an email address are trimmed; those of a password belong to it.
  expect(askedOf('POST /auth/sign-in')[0]!.body).toEqual({
    email: 'ada@example.com',
    password: ' a sentence ',
  })
})

test('signing in never leads to another site', async () => {
  answer({ 'POST /auth/sign-in': ok(session), 'GET /automation/api/v1/executions': pending })
  for (const service of ['automation', 'alias'])
    answer({
      [`GET /${service}/api/v1/overview`]: pending,
      [`GET /${service}/held-access`]: pending,
    })
  const { place } = await signIn('/sign-in?to=//evil.example/')
  await screen.findByRole('heading', { name: 'Overview' })
  expect(place()).toBe('/')
})

test('a wrong password is announced at once, and the typed values stay', async () => {
  answer({ 'POST /auth/sign-in': refusal(401, { statusCode: 401, message: 'Wrong email or password' }) })
  await signIn('/sign-in')
  const note = await screen.findByText('Wrong email or password')
  await waitFor(() => expect(document.activeElement!.contains(note)).toBe(true))
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@example.com')
})

test('a dashboard server that does not answer is not reported as a wrong password', async () => {
  answer({ 'POST /auth/sign-in': silent })
  await signIn('/sign-in')
  await screen.findByText('The service did not answer')
})
