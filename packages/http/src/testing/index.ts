export { testOpenApi } from './test-open-api.ts'
