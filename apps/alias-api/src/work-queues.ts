import type { Queue } from 'pg-boss'
import { forwardQueue } from './forwarding/forward-queue.ts'
import { departureQueue } from './outbound/departure-queue.ts'
import { arrivalQueue, largeArrivalQueue } from './smtp/arrival-queue.ts'

/** The pg-boss schema of the service's own work, apart from its deliveries. */
export const workSchema = 'alias_jobs'

/** What is left for the mail process to do. */
export const workQueues: Queue[] = [arrivalQueue, largeArrivalQueue, departureQueue, forwardQueue]
