import type { OperationInput } from './operation.ts'

/** One page of a list. */
export interface Page<Item> {
  items: Item[]
  /** The total number, where the service knows it. */
  total: number | null
  /** Reads the next page; null on the last one. */
  next: (() => Promise<Page<Item>>) | null
  /** Where the next page begins, to continue with a new list of the same filters; null on the last page. */
  nextPlace: Place | null
}

/** A place in a list, which every list accepts, to be saved in a URL or in the state of a page. */
export interface Place {
  limit?: number
  offset?: number
  cursor?: string
}

export interface PageContent<Item> {
  items: Item[]
  /** The total in the body; by default it is in `X-Total-Count`. */
  total?: number
}

/** A list that is loaded as it is read: `for await (const item of list)`. Creating it sends no request. */
export interface List<Item> extends AsyncIterable<Item> {
  /** The first page, with at most `limit` items. */
  page(): Promise<Page<Item>>
  /** Page by page. */
  pages(): AsyncGenerator<Page<Item>>
  /** All items at once. */
  all(): Promise<Item[]>
}

export function createList<Item>(
  input: OperationInput,
  read: (input: OperationInput) => Promise<{ content: PageContent<Item>; headers: Headers }>,
): List<Item> {
  const readPage = async (page: OperationInput): Promise<Page<Item>> => {
    const { content, headers } = await read(page)
    const next = nextQuery(headers.get('link'))
    const counted = headers.get('x-total-count')
    return {
      items: content.items,
      total: content.total ?? (counted === null ? null : Number(counted)),
      next: next && (() => readPage({ ...page, query: next })),
      nextPlace: next && toPlace(next),
    }
  }
  const list: List<Item> = {
    page: () => readPage(input),
    async *pages() {
      let page: Page<Item> | undefined = await readPage(input)
      for (; page; page = await page.next?.()) yield page
    },
    async *[Symbol.asyncIterator]() {
      for await (const page of list.pages()) yield* page.items
    },
    async all() {
      const items: Item[] = []
      for await (const page of list.pages()) items.push(...page.items)
      return items
    },
  }
  return list
}

/**
 * The query of `<…>; rel="next"`. Only the query, because the client knows the service's URL better than a proxied
 * service does.
 */
function nextQuery(link: string | null): Record<string, string> | null {
  const links = [...(link ?? '').matchAll(/<([^<>]*)>([^<,]*)/g)]
  const target = links.find(([, , parameters]) => parameters!.split(';').some(isNext))?.[1]
  return target === undefined ? null : Object.fromEntries(new URL(target, 'http://localhost').searchParams)
}

function toPlace({ limit, offset, cursor }: Record<string, string>): Place {
  return {
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(cursor !== undefined ? { cursor } : offset !== undefined && { offset: Number(offset) }),
  }
}

const isNext = (parameter: string) => /^rel="?next"?$/.test(parameter.trim())
