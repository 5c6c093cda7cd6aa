import type { Queue } from 'pg-boss'

/** The pg-boss schema of the service's own work, apart from its deliveries. */
export const workSchema = 'alias_jobs'

/** What the API leaves for the mail process to do. */
export const workQueues: Queue[] = []
