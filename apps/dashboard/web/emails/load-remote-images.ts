import { fetchAsUser } from '../client/fetch-as-user.ts'
import { takePlace } from './remote-image-places.ts'

// Fewer than a person may ask for in a minute.
const most = 100
const maxBytes = 64 * 1024 * 1024
const mostTries = 4
const longestWaitSeconds = 60

interface Options {
  /** Called for each image as it arrives. */
  show: (url: string, image: Blob) => void
  /** Those that are loaded already, by their URLs. What is loaded is added. */
  loaded: Map<string, Blob>
  signal: AbortSignal
}

/**
 * Loads remote images of an email through the server, so that their servers do not see this browser.
 *
 * @returns how many were refused for now, and may be loaded later; those that are not there are left out
 */
export async function loadRemoteImages(
  emailId: string,
  urls: string[],
  { show, loaded, signal }: Options,
): Promise<number> {
  let bytes = 0
  let refused = 0
  const mayLoad = () => bytes < maxBytes && !signal.aborted
  const load = async (url: string) => {
    const image = loaded.get(url) ?? (await loadRemoteImage(emailId, url, { signal, mayLoad }))
    if (image === 'refused') refused += 1
    if (image === 'refused' || image === undefined || signal.aborted) return
    bytes += image.size
    if (bytes > maxBytes) return
    loaded.set(url, image)
    show(url, image)
  }
  await Promise.all(urls.slice(0, most).map(load))
  return refused
}

async function loadRemoteImage(
  emailId: string,
  url: string,
  { signal, mayLoad }: { signal: AbortSignal; mayLoad: () => boolean },
): Promise<Blob | 'refused' | undefined> {
  const giveBack = await takePlace()
  try {
    if (!mayLoad()) return undefined
    const path = `/alias/api/v1/emails/${emailId}/remote-image?${new URLSearchParams({ url })}`
    for (let tries = 1; !signal.aborted; tries += 1) {
      const answer = await fetchAsUser(path, { signal })
      if (answer.ok) return await answer.blob()
      if (answer.status === 404) return undefined
      if (tries === mostTries || ![429, 503].includes(answer.status)) return 'refused'
      // The place is held meanwhile, so that the others do not ask in vain either.
      await wait(Number(answer.headers.get('retry-after') ?? 1), signal)
    }
    return undefined
  } catch {
    return 'refused'
  } finally {
    giveBack()
  }
}

const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, 1000 * Math.min(seconds || 1, longestWaitSeconds))
    signal.addEventListener('abort', end, { once: true })
  })
