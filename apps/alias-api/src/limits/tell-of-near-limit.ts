import type { Db } from '@waypost/postgres'
import { insertNotice } from '../notices/insert-notice.ts'
import type { LimitName } from './limit-name.ts'

/** From this share of a limit on its owner is told. */
const nearShare = 0.8

/** Of smaller limits the last one or two would be told. */
const leastLimit = 10

/** The amounts of limits. Those of an hour come and go. */
const units: Partial<Record<LimitName, string>> = {
  recipientsPerDay: 'recipients a day',
  storedBytes: 'bytes of stored mail',
  webhooks: 'webhooks of the alias service',
  addresses: 'aliases',
  forwardingAddresses: 'forwarding addresses',
  domains: 'domains',
}

interface Used {
  name: LimitName
  used: number
  limit: number
}

export const isNear = ({ used, limit }: Omit<Used, 'name'>): boolean =>
  limit >= leastLimit && used >= nearShare * limit

/**
 * Has an owner mailed where 80 % or more of a limit are used, once a week at most.
 *
 * @param tx keeps others that tell the same owner waiting
 */
export async function tellOfNearLimit(
  tx: Db,
  now: number,
  accountId: string,
  { name, used, limit }: Used,
): Promise<void> {
  const unit = units[name]
  if (unit === undefined || !isNear({ used, limit })) return
  await insertNotice(tx, now, { accountId, kind: 'limit_near', about: name, data: { unit, used, limit } })
}
