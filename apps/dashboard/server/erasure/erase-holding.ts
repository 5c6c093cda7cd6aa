import { z } from 'zod'
import type { Dispatcher } from 'undici'
import type { Services } from '../services.ts'
import { UpstreamError } from '../upstreams/upstream-error.ts'
import type { Holding } from './holdings.ts'

const entry = z.object({
  _id: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  revokedAt: z.string().nullish(),
})
// The lists have different formats, as the services' contracts define.
const list = z.union([
  z.array(entry),
  z.object({ data: z.array(entry) }).transform(({ data }) => data),
  z.object({ data: z.object({ addresses: z.array(entry) }) }).transform(({ data }) => data.addresses),
])

/** Deletes all entries of a list, page by page. */
export async function eraseHolding(
  { upstreams }: Pick<Services, 'upstreams'>,
  { upstream, path, query = '' }: Holding,
  headers: Record<string, string>,
): Promise<void> {
  const ask = (method: 'GET' | 'DELETE', to: string): Promise<Dispatcher.ResponseData> =>
    upstreams.request(upstream, { method, path: to, headers })
  const refused = (what: string, status: number) =>
    new UpstreamError(502, `${upstream.title} did not ${what} (${status})`)

  const deletedIds = new Set<string>()
  for (;;) {
    const { statusCode, body } = await ask('GET', path + query)
    const answer = await body.text()
    if (statusCode !== 200) throw refused(`list ${path}`, statusCode)
    // Revoked keys stay in the list forever.
    const ids = list
      .parse(JSON.parse(answer))
      .filter(({ revokedAt }) => !revokedAt)
      .map(({ _id, id, name }) => _id ?? id ?? name ?? '')
    if (ids.length === 0) return
    for (const id of ids) {
      // The service reported these as deleted but still lists them; asking again would loop forever.
      if (deletedIds.has(id)) throw refused(`delete from ${path}`, 200)
      deletedIds.add(id)
      const deleted = await ask('DELETE', `${path}/${encodeURIComponent(id)}`)
      await deleted.body.dump()
      // The entry is already deleted.
      if (deleted.statusCode >= 300 && deleted.statusCode !== 404)
        throw refused(`delete from ${path}`, deleted.statusCode)
    }
  }
}
