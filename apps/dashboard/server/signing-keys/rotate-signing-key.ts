import { and, ne } from 'drizzle-orm'
import { signingKeys } from '../db/tables.ts'
import { createSigningKey, type KeyServices } from './create-signing-key.ts'
import { lockSigningKeys } from './get-signing-key.ts'
import { isPublished } from './is-published.ts'

/** Longer than the JWKS is cached: five minutes by our header, ten by the services' library. */
const publishedBeforeMs = 15 * 60_000
/** The lifetime of the last signed token, plus a margin for slow clocks. */
const keptAfterMs = 65 * 60_000

export interface Rotation {
  kid: string
  signsFrom: Date
  /** The previous keys, and when their tokens stop being accepted. */
  retired: { kids: string[]; at: Date }
}

/**
 * Replaces all signing keys without an interruption. The new key is published now and signs 15 minutes later. The old
 * keys are removed when the last tokens that they signed have expired.
 *
 * @param isAtOnce for a leaked key: tokens of the old keys are refused from now on
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
      // A key that an earlier rotation retires sooner keeps that time.
      .where(and(ne(signingKeys.kid, kid), isPublished(at)))
      .returning({ kid: signingKeys.kid })
    return { kid, signsFrom, retired: { kids: retired.map((key) => key.kid), at } }
  })
}
