// A process stops once and for good.
let isAnnounced = false

/** Whether this process is stopping. It still answers requests, and reports that it is not ready. */
export const isStopping = (): boolean => isAnnounced

export function announceStop(): void {
  isAnnounced = true
}
