import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { Operations } from '../generated/alias-api.ts'

/** What was asked, by which key and from where. */
export const auditLogs = ({ list }: Client<Operations>) => ({
  /** The newest first. */
  list: (query?: QueryOf<Operations, 'listAuditLogs'>, options?: RequestOptions) =>
    list('listAuditLogs', { query }, ({ data }) => ({ items: data.logs, total: data.total }), options),
})
