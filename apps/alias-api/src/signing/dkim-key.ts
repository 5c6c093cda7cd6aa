import type { KeyObject } from 'node:crypto'
import type { dkimKeys } from '../db/mail-tables.ts'

/** A key that signs messages. */
export interface SigningKey {
  domain: string
  selector: string
  privateKey: KeyObject
}

export type DkimKeyRow = typeof dkimKeys.$inferSelect

export const selectorOf = (number: number) => `wp${number}`

/** The context that a private key is sealed in. */
export const dkimKeyContext = (id: string) => `dkim-key:${id}`

/** The DNS record of the public key. */
export function keyRecordOf({
  domain,
  number,
  publicKey,
}: Pick<DkimKeyRow, 'domain' | 'number' | 'publicKey'>) {
  return {
    type: 'TXT' as const,
    host: `${selectorOf(number)}._domainkey.${domain}`,
    value: `v=DKIM1; k=rsa; p=${publicKey}`,
  }
}
