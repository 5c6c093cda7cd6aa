/** Which page of a list: the first one without a place, then wherever the service said that the next one is. */
export interface PageQuery {
  limit: number
  offset?: number
  cursor?: string
}

export interface Page<Item> {
  items: Item[]
  /** How many there are in all, where the service says. */
  total: number | undefined
  /** Undefined on the last page. */
  next: PageQuery | undefined
}

/** One page, its successor read from `Link` (RFC 8288), its total from `X-Total-Count` unless it is given. */
export function toPage<Item>(items: Item[], headers: Headers, total = readTotal(headers)): Page<Item> {
  const target = /<([^<>]+)>; ?rel="next"/.exec(headers.get('link') ?? '')?.[1]
  if (target === undefined) return { items, total, next: undefined }
  const query = new URL(target, 'http://localhost').searchParams
  const cursor = query.get('cursor')
  const limit = Number(query.get('limit') ?? items.length)
  const next = cursor === null ? { limit, offset: Number(query.get('offset')) } : { limit, cursor }
  return { items, total, next }
}

function readTotal(headers: Headers): number | undefined {
  const total = headers.get('x-total-count')
  return total === null ? undefined : Number(total)
}
