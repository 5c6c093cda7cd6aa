import { chromium } from 'playwright-core'
import { findChromium } from '../../apps/automation-api/src/runner/browser/find-chromium.ts'
import { now, type Watched } from './account.ts'

/** The reference: screencasts of pages over the DevTools protocol, each picture acknowledged at once. */
export interface Bare {
  open(url: string): Promise<Watched>
  close(): Promise<void>
}

/** @param browserForEach whether each page has a browser of its own, as runs do */
export async function watchBare({ browserForEach = false } = {}): Promise<Bare> {
  const executable = await findChromium({})
  const launch = () => chromium.launch({ ...executable, chromiumSandbox: process.getuid?.() !== 0 })
  const browsers = [await launch()]
  let opened = 0
  return {
    async open(url) {
      if (browserForEach && opened > 0) browsers.push(await launch())
      opened += 1
      const context = await browsers.at(-1)!.newContext()
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
    close: async () => void (await Promise.all(browsers.map((browser) => browser.close()))),
  }
}
