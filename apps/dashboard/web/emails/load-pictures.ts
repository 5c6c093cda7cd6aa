import { fetchAsUser } from '../client/fetch-as-user.ts'

const atATime = 4
// Fewer than a person may ask for in a minute.
const most = 100
const maxBytes = 64 * 1024 * 1024

interface Options {
  /** Called for each picture as it arrives; one that could not be loaded is left out. */
  show: (url: string, picture: Blob) => void
  signal: AbortSignal
}

/** Loads pictures of an email through the server, so that the servers of the pictures do not see this browser. */
export async function loadPictures(
  emailId: string,
  urls: string[],
  { show, signal }: Options,
): Promise<void> {
  const waiting = urls.slice(0, most).values()
  let bytes = 0
  const work = async () => {
    for (const url of waiting) {
      const picture = await loadPicture(emailId, url, signal)
      bytes += picture?.size ?? 0
      if (signal.aborted || bytes > maxBytes) return
      if (picture) show(url, picture)
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
}

async function loadPicture(emailId: string, url: string, signal: AbortSignal): Promise<Blob | undefined> {
  try {
    const query = new URLSearchParams({ url })
    const answer = await fetchAsUser(`/alias/api/v1/emails/${emailId}/picture?${query}`, { signal })
    return answer.ok ? await answer.blob() : undefined
  } catch {
    return undefined
  }
}
