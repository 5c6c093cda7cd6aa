import { chromium } from 'playwright-core'
import { findChromium } from '../../apps/automation-api/src/runner/browser/find-chromium.ts'
import { now, type Watched } from './account.ts'

/** The reference: a screencast of a page over the DevTools protocol, each picture acknowledged at once. */
export async function watchBare(): Promise<{
  open: (url: string) => Promise<Watched>
  close: () => Promise<void>
}> {
  const browser = await chromium.launch({
    ...(await findChromium({})),
    chromiumSandbox: process.getuid?.() !== 0,
  })
  return {
    async open(url) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(url)
      const session = await context.newCDPSession(page)
      const pictures: Watched['pictures'] = []
      session.on('Page.screencastFrame', ({ data, sessionId }) => {
        pictures.push({ at: now(), bytes: Buffer.from(data, 'base64').length })
        session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
      })
      await session.send('Page.startScreencast', {
        format: 'jpeg',
        quality: 60,
        maxWidth: 1280,
        maxHeight: 1280,
      })
      return { pictures, close: () => void context.close().catch(() => {}) }
    },
    close: () => browser.close(),
  }
}
