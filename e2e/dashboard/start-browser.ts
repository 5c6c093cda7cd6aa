import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { findChromium } from '../../apps/automation-api/src/runner/browser/find-chromium.ts'

const screenshots = fileURLToPath(new URL('../../.data/screenshots', import.meta.url))

export interface TestBrowser {
  /** A page in a new browser context, signed out unless the options contain a cookie. */
  openPage(baseUrl: string, options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

/** Starts Chromium. Console errors and exceptions of a page are collected in `problems`. */
export async function startBrowser(): Promise<TestBrowser> {
  const browser: Browser = await chromium.launch({
    ...(await findChromium({})),
    chromiumSandbox: process.getuid?.() !== 0,
  })
  return {
    async openPage(baseURL, options) {
      const context = await browser.newContext({
        baseURL,
        viewport: { width: 1280, height: 800 },
        permissions: ['clipboard-read', 'clipboard-write'],
        reducedMotion: 'reduce',
        ...options,
      })
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      return page
    },
    close: () => browser.close(),
  }
}

/** Saves a screenshot of a page in `.data/screenshots`. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(screenshots, { recursive: true })
  await page.screenshot({ path: path.join(screenshots, `${name}.png`), animations: 'disabled' })
}
