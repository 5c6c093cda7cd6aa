export { listTopOwners, type QueueUse } from './list-top-owners.ts'
export { enqueueJobs, laterQueue, type NewJob } from './enqueue-jobs.ts'
export { startPromoting } from './promote-due-jobs.ts'
export { workQueue, type InTurn, type WorkOptions } from './work-queue.ts'
