import { localPart } from '../addresses/address.ts'
import type { FileAlias } from './read-aliases.ts'

/** Why a row of a file cannot become an alias, for its owner to read; undefined where it can. */
export function refusalOf(
  { address, isDeleted }: Pick<FileAlias, 'address' | 'isDeleted'>,
  ownDomains: ReadonlyMap<string, string>,
): string | undefined {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 1 || domain === '') return 'Not an email address'
  if (isDeleted) return 'It is deleted in the file'
  if (!ownDomains.has(domain)) return `${domain} is not a verified domain of yours`
  return localPart.safeParse(address.slice(0, at)).success
    ? undefined
    : 'Before the @ may stand letters, digits, _, - and dots, at most 64'
}
