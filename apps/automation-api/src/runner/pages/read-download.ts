import type { Download, Page } from 'playwright-core'
import { loadResource, tooLarge } from './load-resource.ts'

/**
 * The contents of a download. Browsers write no files that the runner could read, so the browser asks for the address
 * again, with the page's cookies and through the run's proxy.
 */
export async function readDownload(download: Download, page: Page, mostBytes: number): Promise<Buffer> {
  const url = download.url()
  const isOpen = !download.page().isClosed()
  const from = isOpen ? download.page() : page
  return /^https?:/.test(url) ? readAgain(from, url, mostBytes) : readOwn(from, url, mostBytes)
}

async function readAgain(page: Page, url: string, mostBytes: number): Promise<Buffer> {
  const { status, content } = await loadResource(page, url, mostBytes)
  if (status >= 400) throw new Error(`the site answered HTTP ${status} when it was asked again`)
  return content
}

/** What a page has made itself, with a `blob:` or a `data:` URL. */
async function readOwn(page: Page, url: string, mostBytes: number): Promise<Buffer> {
  const read = await page.evaluate(
    async ({ address, most }) => {
      const blob = await (await fetch(address)).blob()
      if (blob.size > most) return { size: blob.size, content: '' }
      const bytes = new Uint8Array(await blob.arrayBuffer())
      let content = ''
      for (let at = 0; at < bytes.length; at += 0x80_00)
        content += String.fromCodePoint(...bytes.subarray(at, at + 0x80_00))
      return { size: blob.size, content: btoa(content) }
    },
    { address: url, most: mostBytes },
  )
  if (read.size > mostBytes) throw tooLarge(mostBytes)
  return Buffer.from(read.content, 'base64')
}
