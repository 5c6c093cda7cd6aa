export { createBatcher } from './create-batcher.ts'
export { poll } from './poll.ts'
export { settleAll } from './settle-all.ts'
export { createSingleFlight } from './create-single-flight.ts'
