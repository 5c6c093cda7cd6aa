import type { Page } from 'playwright-core'
import type { Served } from './serve-directory.ts'

/** A state of the application in which elements are located; the same one in every version. */
export interface Screen {
  name: string
  open: (page: Page, url: string) => Promise<void>
}

export interface Application {
  /** Its npm package. */
  name: string
  /** The versions compared, oldest first. */
  versions: string[]
  /** The versions that the thresholds were not tuned on. */
  heldOut: string[]
  serve: (directory: string) => Promise<Served>
  screens: Screen[]
  /**
   * The oracle, run in the page: elements with a key that means the same in every version. A click on one of the
   * `wrappers` does what a click on the element does.
   */
  findKeys: (screen: string) => { element: Element; key: string; wrappers?: (Element | null)[] }[]
  /** The attributes and classes that the keys were read from; `hideKeys` removes them before the page is measured. */
  hidden: { attributes: string[]; classes: string }
}
