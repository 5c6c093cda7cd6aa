import type { ChildProcess } from 'node:child_process'

/** The system has killed a process, rather than the process itself having failed. */
export class ReaderKilledError extends Error {}

/**
 * Sends a request to a process and waits for its answer. Uses listeners, since an AbortSignal would create three errors
 * for each message.
 */
export function sendRequest<Answer>(
  child: ChildProcess,
  request: object,
  timeoutMs: number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      child.off('message', onAnswer).off('exit', onExit)
    }
    const onAnswer = (answer: unknown): void => {
      stop()
      resolve(answer as Answer)
    }
    const onExit = (_code: number | null, killedBy: NodeJS.Signals | null): void => {
      stop()
      // A process that exceeds its own memory limit aborts.
      reject(
        killedBy === 'SIGKILL'
          ? new ReaderKilledError('the process was killed')
          : new Error('the process died'),
      )
    }
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`reading took longer than ${timeoutMs} ms`))
    }, timeoutMs)
    child.on('message', onAnswer).on('exit', onExit)
    child.send(request)
  })
}
