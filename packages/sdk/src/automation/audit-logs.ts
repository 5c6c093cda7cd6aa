import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { Operations } from '../generated/automation-api.ts'
import { asPage } from './as-page.ts'

/** Who did what, from where. */
export const auditLogs = ({ list }: Client<Operations>) => ({
  /** Newest first. */
  list: (query?: QueryOf<Operations, 'listAuditLogs'>, options?: RequestOptions) =>
    list('listAuditLogs', { query }, asPage, options),
})
