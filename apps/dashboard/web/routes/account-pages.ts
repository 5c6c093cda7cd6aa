import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readDeliverySearch } from '../deliveries/delivery-search.ts'
import { readOverviewSearch } from '../overview/overview-search.ts'
import type { AuditFilter } from '../audit-logs/load-audit-logs.ts'
import { pickTexts } from '../pick-texts.ts'
import { app } from './root.ts'

/** The pages about the account itself, and those that both services have. */
export const accountPages = [
  createRoute({
    getParentRoute: () => app,
    path: '/',
    validateSearch: readOverviewSearch,
    component: lazyRouteComponent(() => import('../overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/account',
    component: lazyRouteComponent(() => import('../accounts/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/held-access',
    component: lazyRouteComponent(() => import('../held-access/held-access-page.tsx'), 'HeldAccessPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/webhooks/$service',
    component: lazyRouteComponent(() => import('../webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/webhooks/$service/deliveries',
    validateSearch: readDeliverySearch,
    component: lazyRouteComponent(() => import('../deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/webhooks/$service/$id',
    validateSearch: readDeliverySearch,
    component: lazyRouteComponent(() => import('../webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/keys/$service',
    component: lazyRouteComponent(() => import('../api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/audit-log/$service',
    validateSearch: (search: AuditFilter): AuditFilter => pickTexts(search, ['action', 'key', 'reads']),
    component: lazyRouteComponent(() => import('../audit-logs/audit-log-page.tsx'), 'AuditLogPage'),
  }),
] as const
