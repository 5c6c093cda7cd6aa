import type { Page, PageQuery } from './page.ts'

const most = 1_000

/** What of a list can be chosen from: all of it, as long as that is something to look through, else the newest. */
export async function loadChoices<Item>(load: (query: PageQuery) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = []
  let query: PageQuery | undefined = { limit: 100 }
  while (query && items.length < most) {
    const page: Page<Item> = await load(query)
    items.push(...page.items)
    query = page.next
  }
  return items
}
