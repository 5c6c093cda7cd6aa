import { waitFor } from '@waypost/testing'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { findMailedLink } from './find-mailed-link.ts'
import { lookAtPage } from './look-at-page.ts'
import { readOutbox } from './read-outbox.ts'
import { password, showSecondStep, signOut, signUp } from './sign-up.ts'
import { saveScreenshot } from './start-browser.ts'
import { useBrowser } from './use-browser.ts'
import { watchProblems } from './watch-problems.ts'

const { browser } = useBrowser()
const { dashboardUrl } = inject('stack')
const email = 'theano@example.com'

/** Browsers bind passkeys to a domain, so not to 127.0.0.1. */
const origin = dashboardUrl.replace('127.0.0.1', 'localhost')

test('a user signs in with a passkey that autofill offers, with one alone, and with one in place of a code', async () => {
  const page = await browser().openPage(origin)
  const problems = watchProblems(page)
  const authenticator = await addAuthenticator(page)
  await signUp(page, email)
  const link = await findMailedLink(dashboardUrl, email, 'confirm-email')
  await page.goto(link.replace(dashboardUrl, origin))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(`${email} is confirmed.`).waitFor()
  await authenticator.touch(true)
  await addPasskey(page)
  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
  await lookAtPage(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('cell', { name: 'Old laptop', exact: true }).waitFor()

  // Chosen in the list of the browser's autofill, without a press of the button.
  await authenticator.touch(false)
  await signOut(page)
  await saveScreenshot(page, 'sign-in-passkey')
  await authenticator.touch(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()

  // Without its offer, which the next touch would take up before the button is pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await authenticator.touch(false)
  await signOut(page)
  await authenticator.touch(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.goto('/account/security')
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Remove Old laptop' }) })
  await row.waitFor()
  expect(await row.innerText()).not.toContain('never')

  await switchTwoFactorOn(page)
  await authenticator.touch(false)
  await signOut(page)
  await showSecondStep(page, { email, password })
  await lookAtPage(page)
  await authenticator.touch(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()

  // A user whom the device does not recognise gets in with neither.
  await authenticator.touch(false)
  await signOut(page)
  await authenticator.touch(true)
  await authenticator.recognizeUser(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('No passkey was used. Try again, or use another way.').waitFor()
  await authenticator.recognizeUser(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()

  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Remove Old laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByRole('button', { name: 'Remove Old laptop' }).waitFor({ state: 'detached' })
  await authenticator.touch(false)
  await signOut(page)
  await authenticator.touch(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('The passkey was not accepted').waitFor()
  // The browser says that the last answer was a 401.
  expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  await page.context().close()

  await waitFor('the emails about each change', async () => {
    const bodies = (await readOutbox(dashboardUrl, email)).map(({ bodyText }) => bodyText)
    const expected = ['A passkey was added', 'A passkey was removed']
    return expected.every((part) => bodies.some((body) => body.includes(part))) || undefined
  })
})

interface Authenticator {
  /** Whether it knows the finger. */
  recognizeUser(is: boolean): Promise<void>
  /** Whether a finger is on it, which answers whatever the page asks for from then on, what autofill offers too. */
  touch(is: boolean): Promise<void>
}

/** Gives the browser an authenticator, as a laptop with a fingerprint reader has one. */
async function addAuthenticator(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  return {
    recognizeUser: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    touch: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
  }
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByLabel('Name').fill('Laptop')
  await lookAtPage(page)
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor()
  await lookAtPage(page)
  await saveScreenshot(page, 'passkeys')
  // The same device once more is refused by the browser itself.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await dialog.getByText('has a passkey of this account already').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
}

async function switchTwoFactorOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = Secret.fromBase32(await dialog.locator('.secret code').innerText())
  await dialog.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate())
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('10 of 10 recovery codes are left.').waitFor()
}
