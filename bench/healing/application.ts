import type { Page } from 'playwright-core'
import type { Served } from './serve-directory.ts'

/** A state of the application in which elements are looked for; the same one in every version. */
export interface Screen {
  name: string
  open: (page: Page, url: string) => Promise<void>
}

export interface Application {
  /** Its npm package. */
  name: string
  /** The versions compared, oldest first. */
  versions: string[]
  /** Those that the thresholds were not tuned on. */
  heldOut: string[]
  serve: (directory: string) => Promise<Served>
  screens: Screen[]
  /**
   * The oracle, run in the page: the elements that carry a key that means the same in every version. `wrappers` do
   * what the element does when they are clicked.
   */
  findKeys: (screen: string) => { element: Element; key: string; wrappers?: (Element | null)[] }[]
  /** What the keys were read from, which `hideKeys` takes out of the page before anything else looks at it. */
  hidden: { attributes: string[]; classes: string }
}
