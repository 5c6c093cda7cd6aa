import type { Download, Page } from 'playwright-core'
import { getCdpSession } from './cdp-session.ts'

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
  const session = await getCdpSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { resource } = await session.send('Network.loadNetworkResource', {
    frameId: frameTree.frame.id,
    url,
    options: { disableCache: false, includeCredentials: true },
  })
  const { stream: handle, httpStatusCode = 0, netErrorName } = resource
  if (handle === undefined) throw new Error(netErrorName ?? 'it was not answered')
  try {
    if (httpStatusCode >= 400)
      throw new Error(`the site answered HTTP ${httpStatusCode} when it was asked again`)
    const pieces: Buffer[] = []
    let size = 0
    for (;;) {
      const { data, base64Encoded, eof } = await session.send('IO.read', { handle })
      const piece = Buffer.from(data, base64Encoded ? 'base64' : 'utf8')
      size += piece.length
      if (size > mostBytes) throw tooLarge(mostBytes)
      pieces.push(piece)
      if (eof) return Buffer.concat(pieces)
    }
  } finally {
    void session.send('IO.close', { handle }).catch(() => {})
  }
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

const tooLarge = (mostBytes: number) => new Error(`it is larger than ${mostBytes / 1024 / 1024} MiB`)
