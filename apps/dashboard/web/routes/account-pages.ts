import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readDeliverySearch } from '../deliveries/delivery-search.ts'
import { readOverviewSearch } from '../overview/overview-search.ts'
import type { AuditFilter } from '../audit-logs/load-audit-logs.ts'
import { pickTexts } from '../pick-texts.ts'
import { LostPage } from '../shell/lost-page.tsx'
import { app } from './root.ts'

/** A service that does not exist is said so within the app. */
const ofService = { notFoundComponent: LostPage }

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
    component: lazyRouteComponent(() => import('../accounts/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/account/security',
    component: lazyRouteComponent(() => import('../accounts/security-page.tsx'), 'SecurityPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/account/notifications',
    component: lazyRouteComponent(() => import('../accounts/notifications-page.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/account/limits',
    component: lazyRouteComponent(() => import('../accounts/limits-page.tsx'), 'LimitsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/account/data',
    component: lazyRouteComponent(() => import('../accounts/data-page.tsx'), 'DataPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/held-access',
    component: lazyRouteComponent(() => import('../held-access/held-access-page.tsx'), 'HeldAccessPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/webhooks/$service',
    ...ofService,
    component: lazyRouteComponent(() => import('../webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/webhooks/$service/deliveries',
    ...ofService,
    validateSearch: readDeliverySearch,
    component: lazyRouteComponent(() => import('../deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/webhooks/$service/$id',
    ...ofService,
    validateSearch: readDeliverySearch,
    component: lazyRouteComponent(() => import('../webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/keys/$service',
    ...ofService,
    component: lazyRouteComponent(() => import('../api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/audit-log/$service',
    ...ofService,
    validateSearch: (search: AuditFilter): AuditFilter => pickTexts(search, ['action', 'key', 'reads']),
    component: lazyRouteComponent(() => import('../audit-logs/audit-log-page.tsx'), 'AuditLogPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/developers/$service',
    ...ofService,
    component: lazyRouteComponent(() => import('../developers/developers-page.tsx'), 'DevelopersPage'),
  }),
  // A page that does not exist is shown within the app.
  createRoute({ getParentRoute: () => app, path: '/$', component: LostPage }),
] as const
