import type { Logger } from '@waypost/http'
import { workQueue } from '@waypost/work-queues'
import type { Services } from '../services.ts'
import { sendSystemEmail, type SendingOptions, type SendingServices } from './send-system-email.ts'
import { systemEmailQueue, type SystemEmailJob } from './system-email-queue.ts'

// Few at a time, because e-mails that were being sent when a process died are sent again.
const pace = { atATime: 10 }

/**
 * Sends system e-mails as they are queued.
 *
 * @returns a function that stops the worker after the e-mails in progress
 */
export function startSystemMailWorker(
  services: SendingServices & Pick<Services, 'work'>,
  options: SendingOptions,
  logger: Logger,
): Promise<() => Promise<void>> {
  return workQueue<SystemEmailJob>(
    services.work,
    systemEmailQueue.name,
    pace,
    (job) => sendSystemEmail(services, options, job),
    (error, { emailId }) => logger.warn({ emailId, err: error }, 'could not send a mail yet'),
  )
}
