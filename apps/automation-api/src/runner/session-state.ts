import type { BrowserContext, Frame, Page } from 'playwright-core'
import type { CapturedSession } from '../sessions/save-session.ts'

type StorageState = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>

/** The state that a run leaves in its browser. */
interface SessionState {
  /** Cookies, localStorage and IndexedDB of every origin. */
  storage: StorageState
  /** sessionStorage of the origins that were open at the end. */
  sessionStorage: { origin: string; items: [name: string, value: string][] }[]
}

const largestState = 10 * 1024 * 1024

/** Reads the whole state, as JSON. Throws where it is more than 10 MiB. */
export async function captureSession(context: BrowserContext): Promise<CapturedSession> {
  const pages = context.pages()
  const frames = pages.flatMap((page) => page.frames())
  const sessionStorage = (await Promise.all(frames.map(readSessionStorage))).filter(
    (read) => read !== undefined,
  )
  const state: SessionState = {
    storage: await context.storageState({ indexedDB: true }),
    // A window can contain an origin several times; the first one is the run's own.
    sessionStorage: [...new Map(sessionStorage.toReversed().map((read) => [read.origin, read])).values()],
  }
  const text = JSON.stringify(state)
  if (Buffer.byteLength(text) > largestState) throw new Error('it is larger than 10 MiB')
  return { state: text, site: pages.map(hostOf).find((host) => host !== null) ?? null }
}

function hostOf(page: Page): string | null {
  const url = URL.parse(page.url())
  return url?.protocol.startsWith('http') ? url.host : null
}

async function readSessionStorage(frame: Frame): Promise<SessionState['sessionStorage'][number] | undefined> {
  const origin = URL.parse(frame.url())?.origin
  if (!origin?.startsWith('http')) return undefined
  // A frame in a sandbox has none, and a disappearing one cannot be queried.
  const items = await frame.evaluate(() => Object.entries(sessionStorage)).catch(() => [])
  return items.length > 0 ? { origin, items } : undefined
}

/** Restores the state, before anything is loaded. */
export async function restoreSession(context: BrowserContext, text: string): Promise<void> {
  const { storage, sessionStorage } = JSON.parse(text) as SessionState
  await context.setStorageState(storage)
  for (const { origin, items } of sessionStorage) await restoreSessionStorage(context, origin, items)
}

/** Only once: what the site deletes later, as at a log-out, must not come back. */
async function restoreSessionStorage(
  context: BrowserContext,
  origin: string,
  items: [name: string, value: string][],
): Promise<void> {
  const script = await context.addInitScript({
    content: `
      if (location.origin === ${JSON.stringify(origin)} && sessionStorage.length === 0)
        for (const [name, value] of ${JSON.stringify(items)}) sessionStorage.setItem(name, value)`,
  })
  const endAtFirstVisit = (page: Page) =>
    page.on('framenavigated', (frame) => {
      if (URL.parse(frame.url())?.origin === origin) script.dispose().catch(() => {})
    })
  context.pages().forEach(endAtFirstVisit)
  context.on('page', endAtFirstVisit)
}
