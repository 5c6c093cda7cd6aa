import { unavailable } from '@waypost/http'
import type { AdmittedAccount } from '../accounts/find-account.ts'
import type { ApiServices } from '../services.ts'

/**
 * Refuses an account whose data is in another database. The first database has everybody of whom it does not know where else
 * he is; a cell has only those who were opened in it.
 *
 * @throws `unavailable`, which whoever has a router's request answers by handing it over
 */
export function requireHere(
  directory: ApiServices['directory'],
  account: Pick<AdmittedAccount, 'cell'> | null | undefined,
): void {
  const isHere = account ? account.cell === null : directory === undefined
  if (!isHere) throw unavailable()
}
