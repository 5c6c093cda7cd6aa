import { aliasChannel } from '@waypost/webhooks'
import { aliasDatabase } from './db/migrate.ts'
import { workSchema } from './work-queues.ts'

/** The databases of the service. */
export const aliasService = { channel: aliasChannel, database: aliasDatabase, workSchema }
