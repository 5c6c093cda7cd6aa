import type { Page } from 'playwright-core'
import { takeScreenshot } from '../../runner/evidence/take-screenshot.ts'

/** Takes a picture of the page after each step. */
export interface StepPictures {
  /** Once the page has settled; the last of several for one step counts. */
  take(page: Page, stepId: string): void
  /** Takes the one that is waiting now, and resolves once none is left. */
  finish(): Promise<void>
  end(): void
}

const SETTLED_MS = 300
/** A page that does not show itself by then is not waited for. */
const LONGEST_MS = 1500

export function pictureSteps(
  secrets: () => string[],
  onPicture: (stepId: string, image: Buffer) => void,
): StepPictures {
  let waiting: { page: Page; stepId: string } | undefined
  let timer: NodeJS.Timeout | undefined
  let taking: Promise<void> | undefined

  const takeNow = async (): Promise<void> => {
    clearTimeout(timer)
    const wanted = waiting
    waiting = undefined
    if (!wanted || wanted.page.isClosed()) return
    const image = await takeScreenshot(wanted.page, secrets())
    if (image) onPicture(wanted.stepId, image)
  }
  const begin = (): Promise<void> => (taking = (taking ?? Promise.resolve()).then(takeNow))
  return {
    take(page, stepId) {
      waiting = { page, stepId }
      clearTimeout(timer)
      timer = setTimeout(() => void begin(), SETTLED_MS)
    },
    async finish() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_MS).unref())
      if (waiting || taking) await Promise.race([begin(), late])
    },
    end: () => clearTimeout(timer),
  }
}
