import type { Queue } from 'pg-boss'

/**
 * Beside a queue, where many of its jobs are one, which is written, claimed and ended once: a list of what they say. It is
 * a queue of its own, since processes of a version that does not know such jobs may run beside this one.
 */
export const gatheredQueue = (queue: Queue): Queue => ({ ...queue, name: gatheredName(queue.name) })

export const gatheredName = (name: string): string => `gathered-${name}`
