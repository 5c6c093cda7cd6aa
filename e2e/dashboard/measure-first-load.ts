import type { Page } from 'playwright-core'
import type { TestBrowser } from './start-browser.ts'

/**
 * The kB that a browser with an empty cache downloads until a page is shown.
 *
 * @param as a page of a signed-in user, whose session is used; absent: signed out
 */
export async function measureFirstLoad(browser: TestBrowser, url: string, as?: Page): Promise<number> {
  const page = await browser.openPage(url, as && { storageState: await as.context().storageState() })
  let bytes = 0
  const session = await page.context().newCDPSession(page)
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await session.send('Network.enable')
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.context().close()
  return bytes / 1000
}
