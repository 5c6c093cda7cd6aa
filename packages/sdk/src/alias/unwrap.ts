import type { PageContent } from '../client/list.ts'

/** The service wraps nearly every response in `data`. */
export async function unwrap<Data>(answer: Promise<{ data: Data }>): Promise<Data> {
  return (await answer).data
}

/** A list whose response contains only its items. */
export function asDataPage<Item>({ data }: { data: Item[] }): PageContent<Item> {
  return { items: data }
}
