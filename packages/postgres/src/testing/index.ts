export { attachTestClock, type AttachedTestClock } from './attach-test-clock.ts'
export { createTestDatabase, type TestDatabase } from './test-database.ts'
