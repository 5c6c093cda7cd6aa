import type { Logger } from '@waypost/http'
import type { Services } from '../services.ts'
import { revokeLeftKeys } from './revoke-left-keys.ts'

/** Takes the keys of ended sign-ins away, beside the requests that end them. */
export interface KeySweep {
  /** Now, or once what is under way is done. */
  soon(): void
  /** Waits for what is under way. */
  close(): Promise<void>
}

export function createKeySweep(services: Services, logger: Pick<Logger, 'warn'>): KeySweep {
  let sweeping: Promise<void> | undefined
  let isWanted = false

  const sweep = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false
      await revokeLeftKeys(services).catch((error: unknown) =>
        logger.warn({ err: error }, 'could not delete the keys of sign-ins that have ended'),
      )
    }
    sweeping = undefined
  }
  return {
    soon() {
      isWanted = true
      sweeping ??= sweep()
    },
    close: async () => sweeping,
  }
}
