export interface Template {
  /** Its npm package. */
  name: string
  versions: [before: string, after: string]
  /** No result of it was read while the rules of healing were written. */
  isHeldOut: boolean
  /** The same pages before and after. */
  pages: [before: string, after: string][]
  /** Elements whose link or name in the code has changed: the key of the later version by that of the earlier one. */
  same?: Record<string, string>
  /** The package of the later version, where it has another name. */
  renamedTo?: string
  /**
   * Elements that neither a link nor a name in the code tells apart, as a person pairs them who sees both pages: by the page
   * before. One that has no counterpart is gone.
   */
  marked?: Record<string, Record<string, Marked>>
  /** For the package of a component, which has no pages: pages that show it. Only marks are keys there. */
  shown?: Shown
}

interface Shown {
  /** The content of each page by its file; it loads packages by their names. */
  pages: [before: Record<string, string>, after: Record<string, string>]
  /** Other packages that the pages load, as `name@version`. */
  beside?: [before: string[], after: string[]]
  /** The classes that tell what an element does, and that marks are found by: they are taken from the page. */
  classes: string
  /** Further attributes that are taken from the page, for the same reason. */
  attributes?: string[]
  /** The pages are all there is, and no package is installed for them. */
  isWhole?: boolean
}

/** CSS selectors; `a >> About` is the first link with that text. */
export type Marked = [before: string, after: string | undefined]
