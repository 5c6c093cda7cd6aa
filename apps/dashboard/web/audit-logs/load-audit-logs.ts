import { alias } from '../client/alias.ts'
import { automation } from '../client/automation.ts'
import { loadPage, type Page, type PageQuery } from '../client/page.ts'
import type { Service } from '../services/service.ts'

/** An entry of either service's audit log, as the page shows it. */
export interface AuditEntry {
  id: string
  action: string
  subject: string
  who: string
  ip: string
  outcome: string
  createdAt: string
}

const whoOf = (keyId: string | null) => (keyId === null ? 'you' : `key …${keyId.slice(-6)}`)

/** @param hasOwnReads whether to list what the dashboard's own pages have read, which the alias service logs too */
export const loadAuditLogs: Record<
  Service,
  (query: PageQuery, hasOwnReads: boolean) => Promise<Page<AuditEntry>>
> = {
  async automation(query) {
    const page = await loadPage(automation.auditLogs.list(query))
    const items = page.items.map(
      ({ id, action, resourceType, resourceId, actor, ip, result, request, createdAt }) => ({
        id,
        action,
        subject:
          request === null
            ? [resourceType, resourceId].filter(Boolean).join(' ')
            : `${request.method} ${request.path}`,
        who: whoOf(actor.keyId),
        ip,
        outcome: request === null ? result : `${result} (${request.statusCode})`,
        createdAt,
      }),
    )
    return { ...page, items }
  },
  async alias(query, hasOwnReads) {
    const page = await loadPage(
      alias.auditLogs.list(hasOwnReads ? query : { ...query, person_reads: 'false' }),
    )
    const items = page.items.map(({ id, action, method, path, statusCode, keyId, ip, createdAt }) => ({
      id,
      action,
      subject: `${method} ${path}`,
      who: whoOf(keyId),
      ip,
      outcome: statusCode < 400 ? 'success' : `refused (${statusCode})`,
      createdAt,
    }))
    // The total is that of the whole log.
    return { ...page, items, total: hasOwnReads ? page.total : null }
  },
}
