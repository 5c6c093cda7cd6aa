import { z } from 'zod'
import type { Paged } from '../requests/page.ts'

/** What an issuer asks of a service that is to refuse earlier JWTs; `hold`: and to switch off what the account has. */
export const revocation = z.strictObject({ hold: z.boolean().default(false) })

/** Something that is off until its owner has confirmed it; `target`: a key's prefix, or where a webhook or rule sends to. */
export const heldAccessOf = <Kind extends string>(kinds: readonly [Kind, ...Kind[]]) =>
  z.object({
    id: z.uuid(),
    kind: z.enum(kinds),
    name: z.string(),
    target: z.string(),
    createdAt: z.iso.datetime(),
    heldAt: z.iso.datetime(),
  })

/** As SQL finds it, with how many there are in all. */
export interface HeldRow<Kind extends string> extends Record<string, unknown> {
  id: string
  kind: Kind
  name: string
  target: string
  created_at: string
  held_at: string
  total: number
}

type HeldAccess<Kind extends string> = Pick<HeldRow<Kind>, 'id' | 'kind' | 'name' | 'target'> & {
  createdAt: string
  heldAt: string
}

export function toHeldPage<Kind extends string>(rows: HeldRow<Kind>[]): Paged<HeldAccess<Kind>> {
  const items = rows.map(({ id, kind, name, target, ...times }) => ({
    id,
    kind,
    name,
    target,
    createdAt: new Date(times.created_at).toISOString(),
    heldAt: new Date(times.held_at).toISOString(),
  }))
  return { items, total: rows[0]?.total ?? 0 }
}
