import type { List, Place } from '@waypost/sdk'

/** Which page of a list to load: the first page without a cursor, then the page at the service's cursor. */
export type PageQuery = Place

export interface Page<Item> {
  items: Item[]
  /** The total, if the service reports one. */
  total: number | null
  /** Null on the last page. */
  next: PageQuery | null
}

/** The first page of a list. */
export async function loadPage<Item>(list: List<Item>): Promise<Page<Item>> {
  const { items, total, nextPlace } = await list.page()
  return { items, total, next: nextPlace }
}
