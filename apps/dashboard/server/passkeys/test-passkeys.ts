import { expect } from 'vitest'
import { password } from '../create-test-dashboard.ts'
import type { TestBrowser } from '../test-browser.ts'
import type { TestAuthenticator } from './test-authenticator.ts'

/** For tests: adds a passkey to the account of a browser whose mailbox is proven. */
export async function addPasskeyIn(
  browser: TestBrowser,
  authenticator: TestAuthenticator,
  { name = 'Phone', code }: { name?: string; code?: string } = {},
): Promise<{ id: string; name: string }> {
  const options = await browser.post('/auth/passkeys/options', {
    password,
    ...(code !== undefined && { code }),
  })
  expect(options.statusCode).toBe(200)
  const added = await browser.post('/auth/passkeys', { name, response: authenticator.create(options.json()) })
  expect(added.statusCode).toBe(201)
  return added.json()
}

/** For tests: what the authenticator signs for a sign-in, with the challenge that follows a password or without. */
export async function assertIn(browser: TestBrowser, authenticator: TestAuthenticator, challenge?: string) {
  const start = challenge === undefined ? {} : { challenge }
  const options = await browser.post('/auth/sign-in/passkey-options', start)
  expect(options.statusCode).toBe(200)
  return { ...start, response: authenticator.get(options.json()) }
}
