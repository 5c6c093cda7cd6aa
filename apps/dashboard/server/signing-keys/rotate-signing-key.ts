import { and, ne } from 'drizzle-orm'
import { signingKeys } from '../db/tables.ts'
import { createSigningKey, type KeyServices } from './create-signing-key.ts'
import { lockSigningKeys } from './get-signing-key.ts'
import { isPublished } from './is-published.ts'

/** Longer than anybody keeps the JWKS: five minutes as we say, ten by the services' library. */
const publishedBeforeMs = 15 * 60_000
/** What was signed last, to its end, and a clock that is slow. */
const keptAfterMs = 65 * 60_000

export interface Rotation {
  kid: string
  signsFrom: Date
  /** The keys that there were, and from when on what they signed is not believed any more. */
  retired: { kids: string[]; at: Date }
}

/**
 * Puts another key in the place of all there are, without anybody noticing: it is published now, signs a quarter of an
 * hour later, and the others go when the last that they signed has expired.
 *
 * @param isAtOnce where one of them may be known to somebody: what they signed is worth nothing from now on
 */
export async function rotateSigningKey(
  services: KeyServices,
  { isAtOnce }: { isAtOnce: boolean },
): Promise<Rotation> {
  const now = services.clock.now()
  const signsFrom = new Date(isAtOnce ? now : now + publishedBeforeMs)
  const at = new Date(isAtOnce ? now : signsFrom.getTime() + keptAfterMs)
  return services.db.transaction(async (tx) => {
    await lockSigningKeys({ db: tx })
    const { kid } = await createSigningKey({ ...services, db: tx }, signsFrom)
    const retired = await tx
      .update(signingKeys)
      .set({ retiredAt: at })
      // One that an earlier rotation let go sooner still goes then.
      .where(and(ne(signingKeys.kid, kid), isPublished(at)))
      .returning({ kid: signingKeys.kid })
    return { kid, signsFrom, retired: { kids: retired.map((key) => key.kid), at } }
  })
}
