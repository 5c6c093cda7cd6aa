import { createFairLimit } from '@waypost/concurrency'
import { DomainError, limitAtATime } from '@waypost/http'

/** Takes a place for an upload of an account, and returns what gives it back. */
export type TakeUploadPlace = (accountId: string, signal: AbortSignal) => Promise<() => void>

const perAccount = 2
export const tooManyUploads = `More than ${perAccount} large emails of your account are being sent at a time`
const retryAfterSeconds = 5

interface UploadPlaces {
  /** In this process. */
  atATime: number
  /** How long a request waits for one of them. */
  waitMs: number
}

/**
 * Bounds the large bodies that are read at a time: by account, and in this process, where others wait.
 *
 * @throws DomainError `rate_limited` or `unavailable`
 */
export function createUploadPlaces({ atATime, waitMs }: UploadPlaces): TakeUploadPlace {
  const takeOwn = limitAtATime(perAccount, tooManyUploads)
  const limit = createFairLimit(atATime)
  return async (accountId, signal) => {
    const giveBackOwn = takeOwn(accountId)
    const taken = Promise.withResolvers<() => void>()
    const work = () => new Promise<void>((giveBack) => taken.resolve(giveBack))
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
    limit(accountId, waiting, work).catch(taken.reject)
    try {
      const giveBack = await taken.promise
      return () => {
        giveBack()
        giveBackOwn()
      }
    } catch (cause) {
      giveBackOwn()
      throw new DomainError('unavailable', 'Too many large emails are being sent at the moment', {
        retryAfterSeconds,
        cause,
      })
    }
  }
}
