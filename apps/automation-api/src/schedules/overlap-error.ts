import { DomainError } from '@waypost/http'

/** A schedule's time has come while its target runs. */
export class OverlapError extends DomainError {
  override name = 'OverlapError'

  constructor(message: string) {
    super('conflict', message)
  }

  /** Turns the refusal of a trigger into this error, where it was refused because of a run. */
  static rethrow(this: void, error: unknown): never {
    const isRunning = error instanceof DomainError && error.message.endsWith('is already running')
    throw isRunning ? new OverlapError(error.message) : error
  }
}
