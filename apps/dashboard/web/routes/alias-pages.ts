import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readAddressSearch } from '../addresses/read-address-search.ts'
import type { ComposeSearch, MailboxSearch } from '../emails/searches.ts'
import { readOverviewSearch } from '../overview/overview-search.ts'
import { pickTexts } from '../pick-texts.ts'
import { app } from './root.ts'

/** The pages of the alias service. */
export const aliasPages = [
  createRoute({
    getParentRoute: () => app,
    path: '/addresses',
    validateSearch: readAddressSearch,
    component: lazyRouteComponent(() => import('../addresses/addresses-page.tsx'), 'AddressesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/mailbox',
    validateSearch: (search: MailboxSearch): MailboxSearch => pickTexts(search, ['folder', 'address', 'q']),
    component: lazyRouteComponent(() => import('../emails/mailbox-page.tsx'), 'MailboxPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/mailbox/$id',
    component: lazyRouteComponent(() => import('../emails/email-page.tsx'), 'EmailPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/compose',
    validateSearch: (search: ComposeSearch): ComposeSearch =>
      pickTexts(search, ['from', 'as', 'to', 'cc', 'subject', 'reply']),
    component: lazyRouteComponent(() => import('../compose/compose-page.tsx'), 'ComposePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/forwarding',
    component: lazyRouteComponent(() => import('../forwarding/forwarding-page.tsx'), 'ForwardingPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/domains',
    component: lazyRouteComponent(() => import('../domains/domains-page.tsx'), 'DomainsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/analytics',
    validateSearch: readOverviewSearch,
    component: lazyRouteComponent(() => import('../analytics/analytics-page.tsx'), 'AnalyticsPage'),
  }),
] as const
