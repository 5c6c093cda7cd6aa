import type { Page } from 'playwright-core'
import { getCdpSession } from './cdp-session.ts'

export interface LoadedResource {
  /** Of HTTP. */
  status: number
  content: Buffer
}

/**
 * What a URL leads to, asked for by the browser, with the page's cookies and through the run's proxy, and without a page.
 *
 * @throws an Error where the site does not answer, or with more than `mostBytes`
 */
export async function loadResource(page: Page, url: string, mostBytes: number): Promise<LoadedResource> {
  const session = await getCdpSession(page)
  // The page's first frame has the id of its target. Its tree would not be answered while a navigation is held up.
  const { targetInfo } = await session.send('Target.getTargetInfo')
  const { resource } = await session.send('Network.loadNetworkResource', {
    frameId: targetInfo.targetId,
    url,
    options: { disableCache: false, includeCredentials: true },
  })
  const { stream: handle, httpStatusCode: status = 0, netErrorName } = resource
  // An answer with an error has no stream.
  if (handle === undefined && status >= 400) return { status, content: Buffer.alloc(0) }
  if (handle === undefined) throw new Error(netErrorName ?? 'it was not answered')
  try {
    const pieces: Buffer[] = []
    let size = 0
    for (;;) {
      const { data, base64Encoded, eof } = await session.send('IO.read', { handle })
      const piece = Buffer.from(data, base64Encoded ? 'base64' : 'utf8')
      size += piece.length
      if (size > mostBytes) throw tooLarge(mostBytes)
      pieces.push(piece)
      if (eof) return { status, content: Buffer.concat(pieces) }
    }
  } finally {
    void session.send('IO.close', { handle }).catch(() => {})
  }
}

export const tooLarge = (mostBytes: number) => new Error(`it is larger than ${mostBytes / 1024 / 1024} MiB`)
