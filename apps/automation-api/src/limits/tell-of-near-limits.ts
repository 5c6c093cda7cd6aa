import type { Db } from '@waypost/postgres'
import { insertNotice } from '../notices/insert-notice.ts'
import type { LimitName } from './limits.ts'
import type { Measured } from './measure-limits.ts'

/** From this share of a limit on its owner is told. */
const nearShare = 0.8

/** Of smaller limits the last one or two would be told. */
const leastLimit = 10

/** The limits that are told: those under which things pile up. What is in flight comes and goes. */
const units: Partial<Record<LimitName, string>> = {
  automations: 'automations',
  pipelines: 'pipelines',
  schedules: 'schedules',
  webhooks: 'webhooks',
  bytesStored: 'bytes stored',
  runMinutesPerDay: 'run minutes a day',
}

/** Has an owner mailed of those of the limits of which 80 % or more are used, once a week each at most. */
export async function tellOfNearLimits(
  tx: Db,
  now: number,
  ownerId: string,
  measured: Measured<LimitName>[],
): Promise<void> {
  for (const { name, used, limit } of measured) {
    const unit = units[name]
    if (unit === undefined || limit < leastLimit || used < nearShare * limit) continue
    const data = { unit, used, limit }
    await insertNotice(tx, now, { ownerId, kind: 'limit_near', subject: name, automationId: null, data })
  }
}
