// One process, one life: told once, never taken back.
let isTold = false

/** Whether this process has been told to stop. It answers what still comes, and says that nothing more should. */
export const isStopping = (): boolean => isTold

export function announceStop(): void {
  isTold = true
}
