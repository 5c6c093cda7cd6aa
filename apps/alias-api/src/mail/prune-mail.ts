import { poll } from '@waypost/concurrency'
import type { Logger } from '@waypost/http'
import { sweepBlobs, type ObjectStore } from '@waypost/storage'
import { pruneReturnPaths } from '../bounces/prune-return-paths.ts'
import { pruneTakenMessages } from '../inbound/prune-taken-messages.ts'
import { checkStoredBytes } from '../mailbox-storage/check-stored-bytes.ts'
import { pruneSendingDays } from '../sending/prune-sending-days.ts'
import { pruneSmtpLog } from '../smtp-log/prune-smtp-log.ts'
import type { MailServices } from '../services.ts'

const hourMs = 3_600_000
const minuteMs = 60_000

/**
 * Periodically deletes what is expired or unused, in every process at once.
 *
 * @returns stops it, once the current run is done
 */
export function pruneMail(
  services: MailServices & { objects: ObjectStore | undefined },
  logger: Logger,
): () => Promise<void> {
  const polls = [
    poll(
      async () =>
        void (await Promise.all([
          pruneReturnPaths(services),
          pruneSmtpLog(services),
          pruneSendingDays(services),
          pruneTakenMessages(services),
        ])),
      hourMs,
      (error) => logger.warn({ err: error }, 'could not prune expired mail data'),
    ),
    poll(
      async (stopping) => {
        while (!stopping.aborted) if (!(await checkStoredBytes(services))) break
      },
      minuteMs,
      (error) => logger.warn({ err: error }, 'could not compare the stored bytes'),
    ),
    poll(
      (stopping) => sweepBlobs({ ...services, schema: 'alias' }, stopping),
      minuteMs,
      (error) => logger.warn({ err: error }, 'could not delete unused blobs'),
    ),
  ]
  return async () => void (await Promise.all(polls.map(({ stop }) => stop())))
}
