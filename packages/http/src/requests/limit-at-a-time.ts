import { DomainError } from '../errors/domain-error.ts'

/**
 * Bounds what an account does at once in this process.
 *
 * @param message says the limit, and when there is room again
 *
 * @returns takes a place, and returns what gives it back, once however often it is called; throws `rate_limited` where none is left
 */
export function limitAtATime(places: number, message: string): (accountId: string) => () => void {
  const taken = new Map<string, number>()
  return (accountId) => {
    const others = taken.get(accountId) ?? 0
    if (others >= places) throw new DomainError('rate_limited', message)
    taken.set(accountId, others + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const left = taken.get(accountId)! - 1
      if (left > 0) taken.set(accountId, left)
      else taken.delete(accountId)
    }
  }
}
