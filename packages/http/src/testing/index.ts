export { testHealth } from './test-health.ts'
export { testOpenApi } from './test-open-api.ts'
