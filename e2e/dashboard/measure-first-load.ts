import type { Page } from 'playwright-core'
import type { TestBrowser } from './start-browser.ts'

export interface FirstLoad {
  /** With the headers of the responses. */
  kilobytes: number
  requests: number
}

/**
 * What a browser with an empty cache downloads until a page is shown and asks for nothing more.
 *
 * @param as a page of a signed-in user, whose session is used; absent: signed out
 */
export async function measureFirstLoad(browser: TestBrowser, url: string, as?: Page): Promise<FirstLoad> {
  const page = await browser.openPage(url, as && { storageState: await as.context().storageState() })
  let bytes = 0
  let requests = 0
  const session = await page.context().newCDPSession(page)
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await session.send('Network.enable')
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.context().close()
  return { kilobytes: bytes / 1000, requests }
}
