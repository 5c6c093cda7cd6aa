import type { SealedPlace } from '@waypost/webhooks'
import { sealedPlaces as alias } from '../apps/alias-api/src/signing/sealed-places.ts'
import { sealedPlaces as automation } from '../apps/automation-api/src/db/sealed-places.ts'
import { sealedPlaces as accounts } from '../apps/dashboard/server/db/sealed-places.ts'

/** The sealed columns of each service. */
export const sealedPlaces: Record<'accounts' | 'automation' | 'alias', SealedPlace[]> = {
  accounts,
  automation,
  alias,
}
