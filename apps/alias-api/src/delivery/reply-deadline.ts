import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'

/** How long a server may take over a reply, in milliseconds. */
export const usualReplyMs = 60_000

/**
 * Calls `onOver` when a server has not ended a reply in time, whatever it has sent of it: nodemailer's own limit is of
 * silence. Of several commands sent at once, the reply to each has its own time after the one before it.
 *
 * nodemailer tells its logger of each command, of the end of a message, and of each reply once that is whole.
 */
export function startReplyDeadline(
  replyMs: number,
  onOver: () => void,
): { options: Pick<SMTPConnectionOptions, 'logger' | 'transactionLog'>; end: () => void } {
  // The greeting answers no command.
  let owed = 1
  let timer = setTimeout(onOver, replyMs)
  const note = (replies: number): void => {
    clearTimeout(timer)
    owed = Math.max(0, owed + replies)
    if (owed > 0) timer = setTimeout(onOver, replyMs)
  }
  // Called for every level.
  const info = ({ tnx, inByteCount }: { tnx?: string; inByteCount?: number }): void => {
    const isMessageEnd = tnx === 'message' && inByteCount !== undefined
    if (tnx === 'client' || isMessageEnd) note(1)
    else if (tnx === 'server') note(-1)
  }
  return { options: { logger: { info }, transactionLog: true }, end: () => clearTimeout(timer) }
}
