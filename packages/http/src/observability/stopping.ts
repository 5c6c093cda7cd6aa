// A process stops once and for good.
let isTold = false

/** Whether this process is stopping. It still answers requests, and reports that it is not ready. */
export const isStopping = (): boolean => isTold

export function announceStop(): void {
  isTold = true
}
