import { laterQueue } from '@waypost/work-queues'
import type { Queue } from 'pg-boss'
import { retiredQueues } from './work-queues/drain-retired-queues.ts'
import { forwardQueue, rewrittenForwardQueue } from './forwarding/forward-queue.ts'
import { outboundQueue, retiredOutboundQueue } from './outbound/outbound-queue.ts'
import {
  inboundQueue,
  largeInboundQueue,
  retiredInboundQueue,
  retiredLargeInboundQueue,
} from './inbound/inbound-queue.ts'

/** The pg-boss schema of the service's jobs, separate from its deliveries. */
export const workSchema = 'alias_jobs'

/** The queues of the mail process. */
export const workQueues: Queue[] = [
  inboundQueue,
  largeInboundQueue,
  forwardQueue,
  rewrittenForwardQueue,
  outboundQueue,
  laterQueue(outboundQueue),
  ...retiredQueues(inboundQueue, retiredInboundQueue.name),
  ...retiredQueues(outboundQueue, retiredOutboundQueue.name),
  retiredLargeInboundQueue,
]

/**
 * Settings of every session that claims jobs. It plans each statement once, when a queue may be empty, so plans must not
 * depend on row estimates: each statement has an index, and uses it. An index has jobs in the order in which they are claimed.
 */
export const workSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
}
