import type { PageContent } from '../client/list.ts'

/** Lists of the automation service are arrays. */
export function asPage<Item>(items: Item[]): PageContent<Item> {
  return { items }
}
