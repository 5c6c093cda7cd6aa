import type { List, Place } from '@waypost/sdk'

/** Which page of a list: the first one without a place, then wherever the service said that the next one is. */
export type PageQuery = Place

export interface Page<Item> {
  items: Item[]
  /** How many there are in all, where the service says. */
  total: number | null
  /** Null on the last page. */
  next: PageQuery | null
}

/** The first page of a list. */
export async function loadPage<Item>(list: List<Item>): Promise<Page<Item>> {
  const { items, total, nextPlace } = await list.page()
  return { items, total, next: nextPlace }
}
