import { z } from 'zod'
import { defaultLimits, limitRanges, type LimitName } from './limits.ts'

/** The environment variable of a limit. */
export function limitVariable(name: LimitName) {
  const [least, greatest] = limitRanges[name]
  return z.coerce.number().int().min(least).max(greatest).default(defaultLimits[name])
}
