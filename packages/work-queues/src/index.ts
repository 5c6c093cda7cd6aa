export { enqueueJobs, laterQueue, type NewJob, type Owned } from './enqueue-jobs.ts'
export { promoteDueJobs, startPromoting } from './promote-due-jobs.ts'
export { workQueue, type WorkOptions } from './work-queue.ts'
