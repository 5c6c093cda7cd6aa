import type { BrowserContext } from 'playwright-core'
import { chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

export type RunnerBrowser = {
  version: string
  isConnected: () => boolean
  newContext: () => Promise<BrowserContext>
  close: () => Promise<void>
}

// Playwright's own arguments already turn off background traffic, component updates and first-run pages. These keep a
// page from sending UDP past the proxy.
const ARGUMENTS = ['--disable-quic', '--force-webrtc-ip-handling-policy=disable_non_proxied_udp']

export async function launchBrowser({
  executablePath,
  proxy,
}: {
  executablePath?: string
  proxy?: { server: string; username?: string; password?: string }
} = {}): Promise<RunnerBrowser> {
  const found = await findChromium({ executablePath })
  const browser = await chromium.launch({
    ...found,
    proxy,
    // Chromium leaves loopback out of a proxy unless told not to.
    args: proxy ? [...ARGUMENTS, '--proxy-bypass-list=<-loopback>'] : ARGUMENTS,
    // Chromium's sandbox does not work for root.
    chromiumSandbox: process.getuid?.() !== 0,
    // The process that launches it decides when it ends.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  return {
    version: browser.version(),
    isConnected: () => browser.isConnected(),
    newContext: () => browser.newContext({ acceptDownloads: false, serviceWorkers: 'block' }),
    close: () => browser.close(),
  }
}
