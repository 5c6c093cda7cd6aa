import type { Page } from 'playwright-core'
import type { TestBrowser } from './start-browser.ts'

/**
 * How much of the app goes over the wire until a page stands, in kB, to a browser that has nothing of it yet.
 *
 * @param as somebody's page, as whom it is looked at; absent: a stranger's
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
