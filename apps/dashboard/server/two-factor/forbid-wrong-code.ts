import { DomainError } from '@waypost/http'

/** Answers a wrong code of somebody who is signed in. Not with a 401, which the app would take for an ended session. */
export async function forbidWrongCode<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unauthenticated')
      throw new DomainError('forbidden', error.message, { cause: error })
    throw error
  }
}
