import { fetchAsUser } from '../client/fetch-as-user.ts'

const atATime = 4
// Fewer than a person may ask for in a minute.
const most = 100
const maxBytes = 64 * 1024 * 1024

interface Options {
  /** Called for each image as it arrives; one that could not be loaded is left out. */
  show: (url: string, image: Blob) => void
  signal: AbortSignal
}

/** Loads remote images of an email through the server, so that their servers do not see this browser. */
export async function loadRemoteImages(
  emailId: string,
  urls: string[],
  { show, signal }: Options,
): Promise<void> {
  const waiting = urls.slice(0, most).values()
  let bytes = 0
  const work = async () => {
    for (const url of waiting) {
      const image = await loadRemoteImage(emailId, url, signal)
      bytes += image?.size ?? 0
      if (signal.aborted || bytes > maxBytes) return
      if (image) show(url, image)
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
}

async function loadRemoteImage(emailId: string, url: string, signal: AbortSignal): Promise<Blob | undefined> {
  try {
    const query = new URLSearchParams({ url })
    const answer = await fetchAsUser(`/alias/api/v1/emails/${emailId}/remote-image?${query}`, { signal })
    return answer.ok ? await answer.blob() : undefined
  } catch {
    return undefined
  }
}
