import { z } from 'zod'
import type { Paged } from '../requests/page.ts'

/** An issuer's request to refuse earlier JWTs. `hold`: also puts the account's keys, webhooks and rules on hold. */
export const revocation = z.strictObject({ hold: z.boolean().default(false) })

/** Something on hold until its owner confirms it. `target`: a key's prefix, or the destination of a webhook or rule. */
export const heldAccessOf = <Kind extends string>(kinds: readonly [Kind, ...Kind[]]) =>
  z.object({
    id: z.uuid(),
    kind: z.enum(kinds),
    name: z.string(),
    target: z.string(),
    createdAt: z.iso.datetime(),
    heldAt: z.iso.datetime(),
  })

/** A row of the query for held access, with the total. */
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
