import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { at, session } from '../../testing/samples.ts'
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

const codeRequired = { status: 202, body: { challenge: 'a challenge', expiresAt: at } }
const wrongCode = refusal(401, { statusCode: 401, message: 'The code is wrong or was used already' })

test('an account with a second step is asked for a code, in a field that has the focus', async () => {
  answer({
    'POST /auth/sign-in': codeRequired,
    'POST /auth/sign-in/code': wrongCode,
    'GET /automation/api/v1/executions': ok([]),
  })
  const { user, place } = await signIn('/runs')
  const field = await screen.findByLabelText('Code')
  expect(document.activeElement).toBe(field)
  expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ])
  await user.type(field, '123 456')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const note = await screen.findByText('The code is wrong or was used already')
  await waitFor(() => expect(document.activeElement!.contains(note)).toBe(true))

  answer({ 'POST /auth/sign-in/code': ok(session) })
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'No runs' })
  expect(place()).toBe('/runs')
  expect(askedOf('POST /auth/sign-in/code')[1]!.body).toEqual({ challenge: 'a challenge', code: '123 456' })
})

test('a recovery code can be typed in place of the code', async () => {
  answer({ 'POST /auth/sign-in': codeRequired, 'POST /auth/sign-in/code': pending })
  const { user } = await signIn('/sign-in')
  await user.type(await screen.findByLabelText('Code'), '123')
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  const field = screen.getByLabelText('Recovery code')
  expect(document.activeElement).toBe(field)
  expect([field.getAttribute('inputmode'), field.getAttribute('value')]).toEqual([null, null])
  await user.type(field, 'aaaa-bbbb-cccc-dddd')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() =>
    expect(askedOf('POST /auth/sign-in/code')[0]!.body).toMatchObject({ code: 'aaaa-bbbb-cccc-dddd' }),
  )
})

test('a sign-in that took too long asks for the password again, and says why', async () => {
  const message = 'Signing in took too long. Enter your password again'
  answer({
    'POST /auth/sign-in': codeRequired,
    'POST /auth/sign-in/code': refusal(400, { statusCode: 400, message }),
  })
  const { user } = await signIn('/sign-in')
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByText(message)
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'a sentence')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByLabelText('Code')
  expect(screen.queryByText(message)).toBeNull()
})

test('a browser that can offer passkeys gets a challenge of its own, which is none of those of the button', async () => {
  // jsdom has no authenticators; the stories of e2e have one.
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isConditionalMediationAvailable: () => true }),
  )
  try {
    const start = 'POST /auth/sign-in/passkey-options'
    answer({ [start]: ok({ challenge: 'AAAA', timeout: 300_000 }) })
    const { user } = showPage('/sign-in', { signedIn: null })
    await waitFor(() => expect(askedOf(start)).toMatchObject([{ body: { mediation: 'conditional' } }]))
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
    await screen.findByText('The browser could not use a passkey.')
    expect(askedOf(start)[1]!.body).toEqual({})
  } finally {
    vi.unstubAllGlobals()
  }
})
