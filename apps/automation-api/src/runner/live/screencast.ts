import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** A picture of a page, a JPEG. */
export interface Picture {
  image: Buffer
  /** The page's size in CSS pixels, to which positions on the picture refer. */
  width: number
  height: number
}

export interface Screencast {
  /** The last picture was seen: the next may come. */
  seen(): void
  /** The least time between two pictures. */
  setGap(gapMs: number): void
  stop(): Promise<void>
}

const settings = { format: 'jpeg', quality: 60, maxWidth: 1280, maxHeight: 1280 } as const
/** A page that changes ten times a second has made its next picture by then: beginning again costs as much as several. */
const quietMs = 130
const retryMs = 100
const longGapMs = 500

interface Frame {
  /** In base64. */
  data: string
  metadata: { deviceWidth: number; deviceHeight: number; timestamp?: number }
}

/**
 * Pictures of a page as it changes. The browser makes the next one only once the last was seen and the gap is over, so that
 * whoever looks slowly gets fewer pictures and never old ones.
 *
 * The browser makes two pictures before the first is acknowledged, and none of what changes after the second. One that comes
 * early is shown when the gap is over, unless the page may have changed long since: one that changes as often as it is shown
 * would otherwise lose every change that is a little early. Where there was a second one, or one that may have been made before
 * the last was acknowledged, and none comes after both are, the page may not look like its last picture any more: then the
 * screencast is begun again, which makes one.
 *
 * Where the gap is long the screencast ends with each picture and begins again for the next one: fifteen views that nobody looks
 * at would otherwise cost as many pictures as five that somebody does.
 *
 * Does not wait for its begin: a page that is being replaced by another one answers only afterwards, and its first picture may
 * come before, and be seen.
 */
export async function startScreencast(
  page: Page,
  { gapMs, onPicture }: { gapMs: number; onPicture: (picture: Picture) => void },
): Promise<Screencast> {
  const session = await page.context().newCDPSession(page)
  const unacknowledged: number[] = []
  let gap = gapMs
  let sentAt = -Infinity
  let acknowledgedAt = -Infinity
  let isSeen = true
  let hasMissed = false
  let isStopped = false
  let isResting = false
  let last: string | undefined
  let early: (Frame & { at: number }) | undefined
  let waiting: NodeJS.Timeout | undefined
  let checking: NodeJS.Timeout | undefined

  const begin = async (): Promise<void> => {
    while (!page.isClosed()) {
      if (isStopped) return
      const isBegun = session.send('Page.startScreencast', settings).then(() => true)
      // A page that is being replaced by another one refuses it.
      if (await isBegun.catch(() => false)) return
      await pause(retryMs)
    }
  }
  const isDue = () => isSeen && performance.now() >= sentAt + gap
  const beginAgain = async (): Promise<void> => {
    // A page that is being replaced by another one refuses it.
    await session.send('Page.stopScreencast').catch(() => {})
    unacknowledged.length = 0
    await begin()
  }
  const goOn = (): void => {
    clearTimeout(waiting)
    if (isStopped || !isSeen) return
    if (!isDue()) {
      waiting = setTimeout(goOn, Math.max(1, sentAt + gap - performance.now()))
      return
    }
    const next = early
    const isNew = !hasMissed || (next && performance.now() - next.at <= gap)
    early = undefined
    if (isResting) {
      isResting = false
      hasMissed = false
      unacknowledged.length = 0
      quietly(begin())
      return
    }
    if (unacknowledged.length > 0) acknowledgedAt = Date.now()
    for (const sessionId of unacknowledged.splice(0))
      quietly(session.send('Page.screencastFrameAck', { sessionId }))
    if (hasMissed) checking = setTimeout(() => quietly(beginAgain()), quietMs)
    hasMissed = false
    if (next && isNew) show(next)
  }

  function show({ data, metadata }: Frame): void {
    // Begun again, a screencast repeats the picture of a page that has not changed.
    if (data === last) return
    last = data
    isSeen = false
    sentAt = performance.now()
    isResting = gap >= longGapMs
    if (isResting) quietly(session.send('Page.stopScreencast'))
    const { deviceWidth: width, deviceHeight: height } = metadata
    onPicture({ image: Buffer.from(data, 'base64'), width, height })
  }

  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    if (isStopped) return
    unacknowledged.push(sessionId)
    // In seconds since 1970. A picture that is repeated is as old as when it was first made.
    const isOld = data !== last && (metadata.timestamp ?? Infinity) * 1000 < acknowledgedAt
    hasMissed ||= isOld || unacknowledged.length > 1
    clearTimeout(checking)
    if (!isDue()) {
      early = { data, metadata, at: performance.now() }
      return
    }
    show({ data, metadata })
    goOn()
  })
  quietly(begin())

  return {
    seen() {
      isSeen = true
      goOn()
    },
    setGap(ms) {
      gap = ms
      goOn()
    },
    async stop() {
      isStopped = true
      clearTimeout(waiting)
      clearTimeout(checking)
      await session.detach().catch(() => {})
    },
  }
}

// A page that has closed has no more pictures.
const quietly = (work: Promise<unknown>): void => void work.catch(() => {})
