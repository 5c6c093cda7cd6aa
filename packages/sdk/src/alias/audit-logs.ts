import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { Operations } from '../generated/alias-api.ts'

/** The account's requests, with key and IP address. */
export const auditLogs = ({ list }: Client<Operations>) => ({
  /** Newest first. */
  list: (query?: QueryOf<Operations, 'listAuditLogs'>, options?: RequestOptions) =>
    list('listAuditLogs', { query }, ({ data }) => ({ items: data.logs, total: data.total }), options),
})
