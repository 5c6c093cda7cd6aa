import type { PageContent } from '../client/list.ts'

/** The service wraps nearly every answer in `data`. */
export async function unwrap<Data>(answer: Promise<{ data: Data }>): Promise<Data> {
  return (await answer).data
}

/** A list that has nothing beside its items. */
export function asDataPage<Item>({ data }: { data: Item[] }): PageContent<Item> {
  return { items: data }
}
