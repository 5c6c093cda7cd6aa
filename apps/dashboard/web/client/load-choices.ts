import type { List } from '@waypost/sdk'

const most = 1_000

/** The entries of a list for a select field: all of them, or only the newest if there are too many. */
export async function loadChoices<Item>(list: List<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) {
    items.push(item)
    if (items.length === most) break
  }
  return items
}
