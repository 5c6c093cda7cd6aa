import { readFile } from 'node:fs/promises'
import { waitFor } from '@waypost/testing'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { findMailedLink } from './find-mailed-link.ts'
import { lookAtPage } from './look-at-page.ts'
import { readOutbox } from './read-outbox.ts'
import { password, showSecondStep, signOut } from './sign-up.ts'
import { saveScreenshot } from './start-browser.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()
const { dashboardUrl } = inject('stack')
const email = 'hypatia@example.com'

test('a user can sign in with an authenticator app, and with a recovery code once the app is lost', async () => {
  await signedIn({ email }, async (page) => {
    await page.goto(await findMailedLink(dashboardUrl, email, 'confirm-email'))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText(`${email} is confirmed.`).waitFor()
    const { secret, recoveryCodes } = await setUp(page)

    await signOut(page)
    await showSecondStep(page, { email, password })
    await lookAtPage(page)
    await saveScreenshot(page, 'sign-in-code')
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The code is wrong or was used already').waitFor()
    // The code of now was used to set the app up, perhaps; the next one is accepted too.
    await page.getByLabel('Code').fill(codeOf(secret, 1))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()

    await signOut(page)
    await showSecondStep(page, { email, password })
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCodes[0]!)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.goto('/account/security')
    await page.getByText('9 of 10 recovery codes are left.').waitFor()
    await page.getByRole('button', { name: 'Switch off' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByLabel('Code').fill(recoveryCodes[1]!)
    await dialog.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('button', { name: 'Set up' }).waitFor()
  })
  const expected = [
    'code of your authenticator\napp, or a recovery code, after',
    'A recovery code of your Waypost account was used',
    'was switched off',
  ]
  await waitFor('the emails about each change', async () => {
    const bodies = (await readOutbox(dashboardUrl, email)).map(({ bodyText }) => bodyText)
    return expected.every((part) => bodies.some((body) => body.includes(part))) || undefined
  })
})

/** Switches two-factor authentication on, and returns what the page shows once. */
async function setUp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await lookAtPage(page)
  await saveScreenshot(page, 'two-factor-key')
  const secret = await dialog.locator('.secret code').innerText()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  const list = dialog.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  await lookAtPage(page)
  await saveScreenshot(page, 'two-factor-recovery-codes')
  const recoveryCodes = await list.getByRole('listitem').allInnerTexts()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${recoveryCodes.join('\n')}\n`)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('10 of 10 recovery codes are left.').waitFor()
  return { secret, recoveryCodes }
}

const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })
