import type { Services } from '../services.ts'
import type { AttemptLimit } from './limits.ts'
import { takeAttempt } from './take-attempt.ts'
import { TooManyRequestsError } from './too-many-requests-error.ts'

/** Counts an attempt, and returns false where the limit is reached, for what is left out then. */
export async function tryAttempt(services: Services, limit: AttemptLimit, subject: string): Promise<boolean> {
  try {
    await takeAttempt(services, limit, subject)
    return true
  } catch (error) {
    if (error instanceof TooManyRequestsError) return false
    throw error
  }
}
