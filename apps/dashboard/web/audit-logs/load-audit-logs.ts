import type { AutomationApi } from '@waypost/sdk'
import { alias } from '../client/alias.ts'
import { automation } from '../client/automation.ts'
import { loadPage, type Page, type PageQuery } from '../client/page.ts'
import type { Service } from '../services/service.ts'
import { readResource, type AuditResource } from './audit-resource.ts'

/** An entry of either service's audit log, as the page shows it. */
export interface AuditEntry {
  id: string
  action: string
  /** What it was done to. */
  resource: AuditResource | null
  /** Of a refusal, the request. */
  request: string | null
  /** Null: a person who was signed in. */
  keyId: string | null
  ip: string
  /** The HTTP status of a request that was refused. */
  refusedWith: number | null
  createdAt: string
}

export interface AuditFilter {
  action?: string
  /** The key with which it was done. */
  key?: string
  /** `all`: also what the dashboard's own pages have read, which the alias service logs too. */
  reads?: string
}

export const loadAuditLogs: Record<
  Service,
  (query: PageQuery, filter: AuditFilter) => Promise<Page<AuditEntry>>
> = {
  async automation(query, { action, key }) {
    const page = await loadPage(
      automation.auditLogs.list({
        ...query,
        action: action as AutomationApi.AuditLog['action'] | undefined,
        keyId: key,
      }),
    )
    const items = page.items.map(
      ({ id, action: done, resourceType: type, resourceId, actor, ip, request, createdAt }) => ({
        id,
        action: done,
        resource: type === null || resourceId === null ? null : { type, id: resourceId },
        request: request && `${request.method} ${request.path}`,
        keyId: actor.keyId,
        ip,
        refusedWith: request && request.statusCode,
        createdAt,
      }),
    )
    return { ...page, items }
  },
  async alias(query, { action, key, reads }) {
    const hasOwnReads = reads === 'all'
    const page = await loadPage(
      alias.auditLogs.list({
        ...query,
        action,
        key_id: key,
        ...(!hasOwnReads && { person_reads: 'false' }),
      }),
    )
    const items = page.items.map(({ id, action: done, method, path, statusCode, keyId, ip, createdAt }) => ({
      id,
      action: done,
      resource: readResource(path),
      request: statusCode < 400 ? null : `${method} ${path}`,
      keyId,
      ip,
      refusedWith: statusCode < 400 ? null : statusCode,
      createdAt,
    }))
    // The total is that of the whole log.
    const isWhole = hasOwnReads && action === undefined && key === undefined
    return { ...page, items, total: isWhole ? page.total : null }
  },
}
