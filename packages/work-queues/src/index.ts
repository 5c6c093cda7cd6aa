export { enqueueJobs } from './enqueue-jobs.ts'
export { workQueue, type WorkOptions } from './work-queue.ts'
