import { setPriority } from 'node:os'

const nice = 10

/** Has the calling thread leave the processor to others first. Linux only, where each thread has a priority of its own. */
export function lowerOwnPriority(): void {
  if (process.platform === 'linux') setPriority(nice)
}
