import { automationChannel } from '@waypost/webhooks'
import { automationDatabase } from './db/migrate.ts'
import { workSchema } from './executions/run-queue.ts'

/** The databases of the service. */
export const automationService = { channel: automationChannel, database: automationDatabase, workSchema }
