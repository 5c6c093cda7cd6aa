import type { Page } from 'playwright-core'
import { startScreencast, type Picture, type Screencast } from './screencast.ts'

/** Shows one window at a time. */
export interface ShownWindow {
  show(page: Page | undefined): void
  seen(): void
  lookClosely(isClose: boolean): void
  stop(): void
}

/** About ten pictures a second where somebody looks closely: making one takes the rest of the time. */
const closeGapMs = 80
const distantGapMs = 1000

export function showWindow(onPicture: (picture: Picture) => void): ShownWindow {
  let wanted: Page | undefined
  let shown: Page | undefined
  let screencast: Screencast | undefined
  let gapMs = closeGapMs
  let changing: Promise<void> | undefined

  const change = async (): Promise<void> => {
    while (shown !== wanted) {
      const page = wanted
      shown = page
      await screencast?.stop()
      const onOwn = (picture: Picture) => shown === page && onPicture(picture)
      // A page may close meanwhile.
      screencast = await (page && startScreencast(page, { gapMs, onPicture: onOwn }).catch(() => undefined))
      screencast?.setGap(gapMs)
    }
  }
  const show = (page: Page | undefined): void => {
    wanted = page
    changing ??= change().finally(() => (changing = undefined))
  }
  return {
    show,
    seen: () => screencast?.seen(),
    lookClosely(isClose) {
      gapMs = isClose ? closeGapMs : distantGapMs
      screencast?.setGap(gapMs)
    },
    stop: () => show(undefined),
  }
}
