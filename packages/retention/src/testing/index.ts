export { purgeAt } from './purge-at.ts'
