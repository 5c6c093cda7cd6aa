import { pickTexts } from '../pick-texts.ts'
import type { AddressSearch } from './address-queries.ts'

/** The filter of the aliases in the URL of their page. */
export function readAddressSearch(search: AddressSearch): AddressSearch {
  const { status, q } = pickTexts(search, ['status', 'q'])
  return {
    ...((status === 'active' || status === 'expired') && { status }),
    ...(q !== undefined && { q }),
  }
}
