import type { List } from '@waypost/sdk'

const most = 1_000

/** What of a list can be chosen from: all of it, as long as that is something to look through, else the newest. */
export async function loadChoices<Item>(list: List<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) {
    items.push(item)
    if (items.length === most) break
  }
  return items
}
