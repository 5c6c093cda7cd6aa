import { z } from 'zod'
import type { Dispatcher } from 'undici'
import type { Services } from '../services.ts'
import { UpstreamError } from '../upstreams/upstream-error.ts'
import type { Holding } from './holdings.ts'

const entry = z.object({
  _id: z.string().optional(),
  id: z.string().optional(),
  revokedAt: z.string().nullish(),
})
// The services wrap their lists in as many ways as their contracts say.
const list = z.union([
  z.array(entry),
  z.object({ data: z.array(entry) }).transform(({ data }) => data),
  z.object({ data: z.object({ addresses: z.array(entry) }) }).transform(({ data }) => data.addresses),
])

/** Deletes all entries of a list, by one page after the other. */
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
    // A revoked key is listed for good.
    const ids = list
      .parse(JSON.parse(answer))
      .filter(({ revokedAt }) => !revokedAt)
      .map(({ _id, id }) => _id ?? id ?? '')
    if (ids.length === 0) return
    for (const id of ids) {
      // Said to be deleted, and listed still: asked again, it would be without end.
      if (deletedIds.has(id)) throw refused(`delete from ${path}`, 200)
      deletedIds.add(id)
      const deleted = await ask('DELETE', `${path}/${encodeURIComponent(id)}`)
      await deleted.body.dump()
      // Gone is gone.
      if (deleted.statusCode >= 300 && deleted.statusCode !== 404)
        throw refused(`delete from ${path}`, deleted.statusCode)
    }
  }
}
