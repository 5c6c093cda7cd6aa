import type { Queue } from 'pg-boss'
import { retiredQueues } from './work-queues/drain-retired-queues.ts'
import { forwardQueue } from './forwarding/forward-queue.ts'
import { outboundQueue, retiredOutboundQueue } from './outbound/outbound-queue.ts'
import {
  inboundQueue,
  largeInboundQueue,
  retiredInboundQueue,
  retiredLargeInboundQueue,
} from './inbound/inbound-queue.ts'

/** The pg-boss schema of the service's own work, apart from its deliveries. */
export const workSchema = 'alias_jobs'

/** What is left for the mail process to do. */
export const workQueues: Queue[] = [
  inboundQueue,
  largeInboundQueue,
  forwardQueue,
  outboundQueue,
  ...retiredQueues(inboundQueue, retiredInboundQueue.name),
  ...retiredQueues(outboundQueue, retiredOutboundQueue.name),
  retiredLargeInboundQueue,
]

/**
 * For every session that takes work. There is an index in whose order jobs are taken; Postgres rather sorts all that
 * wait, at every claim, where it believes them to be few.
 */
export const workSettings = { enable_sort: 'off' }
