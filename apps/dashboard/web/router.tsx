import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { sessionQuery } from './accounts/session-query.ts'
import { SignInPage } from './accounts/sign-in/sign-in-page.tsx'
import { queryClient } from './client/query-client.ts'
import type { ComposeSearch, MailboxSearch } from './emails/searches.ts'
import { Loading } from './lists/loading.tsx'
import { pickTexts } from './pick-texts.ts'
import { AppShell } from './shell/app-shell.tsx'
import { BrokenPage } from './shell/broken-page.tsx'
import { LostPage } from './shell/lost-page.tsx'

const root = createRootRoute({ notFoundComponent: LostPage })

const gatePages = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: (search: { to?: string }): { to?: string } => pickTexts(search, ['to']),
    component: SignInPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('./accounts/sign-in/sign-up-page.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot-password',
    component: lazyRouteComponent(
      () => import('./accounts/sign-in/forgot-password-page.tsx'),
      'ForgotPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    component: lazyRouteComponent(
      () => import('./accounts/sign-in/reset-password-page.tsx'),
      'ResetPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/confirm-email',
    component: lazyRouteComponent(
      () => import('./accounts/sign-in/confirm-email-page.tsx'),
      'ConfirmEmailPage',
    ),
  }),
] as const

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: AppShell,
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/sign-in', search: { to: location.href } })
  },
})

const overview = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
})
const account = createRoute({
  getParentRoute: () => app,
  path: '/account',
  component: lazyRouteComponent(() => import('./accounts/account-page.tsx'), 'AccountPage'),
})

const heldAccess = createRoute({
  getParentRoute: () => app,
  path: '/held-access',
  component: lazyRouteComponent(() => import('./held-access/held-access-page.tsx'), 'HeldAccessPage'),
})

const automationPages = [
  createRoute({
    getParentRoute: () => app,
    path: '/automations',
    component: lazyRouteComponent(() => import('./automations/automations-page.tsx'), 'AutomationsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/automations/new',
    component: lazyRouteComponent(() => import('./automations/new-automation-page.tsx'), 'NewAutomationPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/automations/import',
    component: lazyRouteComponent(
      () => import('./automations/import-automation-page.tsx'),
      'ImportAutomationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/automations/$id',
    component: lazyRouteComponent(() => import('./automations/automation-page.tsx'), 'AutomationPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/automations/$id/edit',
    component: lazyRouteComponent(
      () => import('./automations/edit-automation-page.tsx'),
      'EditAutomationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/runs',
    component: lazyRouteComponent(() => import('./executions/executions-page.tsx'), 'ExecutionsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/runs/$id',
    validateSearch: (search: { startsAt?: string }): { startsAt?: string } => pickTexts(search, ['startsAt']),
    component: lazyRouteComponent(() => import('./executions/execution-page.tsx'), 'ExecutionPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/heals',
    component: lazyRouteComponent(() => import('./heals/heals-page.tsx'), 'HealsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/pipelines',
    component: lazyRouteComponent(() => import('./pipelines/pipelines-page.tsx'), 'PipelinesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/pipelines/$id',
    component: lazyRouteComponent(() => import('./pipelines/pipeline-page.tsx'), 'PipelinePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/pipeline-runs/$id',
    component: lazyRouteComponent(() => import('./pipelines/pipeline-run-page.tsx'), 'PipelineRunPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/schedules',
    component: lazyRouteComponent(() => import('./schedules/schedules-page.tsx'), 'SchedulesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/schedules/$id',
    component: lazyRouteComponent(() => import('./schedules/schedule-page.tsx'), 'SchedulePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/jobs',
    component: lazyRouteComponent(() => import('./jobs/jobs-page.tsx'), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/jobs/$id',
    component: lazyRouteComponent(() => import('./jobs/job-page.tsx'), 'JobPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/ask',
    component: lazyRouteComponent(() => import('./intents/ask-page.tsx'), 'AskPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/ask/$id',
    component: lazyRouteComponent(() => import('./intents/intent-page.tsx'), 'IntentPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/sessions',
    component: lazyRouteComponent(() => import('./sessions/sessions-page.tsx'), 'SessionsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/secrets',
    component: lazyRouteComponent(() => import('./secrets/secrets-page.tsx'), 'SecretsPage'),
  }),
] as const

const aliasPages = [
  createRoute({
    getParentRoute: () => app,
    path: '/addresses',
    component: lazyRouteComponent(() => import('./addresses/addresses-page.tsx'), 'AddressesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/mailbox',
    validateSearch: (search: MailboxSearch): MailboxSearch => pickTexts(search, ['folder', 'address']),
    component: lazyRouteComponent(() => import('./emails/mailbox-page.tsx'), 'MailboxPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/mailbox/$id',
    component: lazyRouteComponent(() => import('./emails/email-page.tsx'), 'EmailPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/compose',
    validateSearch: (search: ComposeSearch): ComposeSearch =>
      pickTexts(search, ['from', 'as', 'to', 'subject']),
    component: lazyRouteComponent(() => import('./emails/compose-page.tsx'), 'ComposePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/forwarding',
    component: lazyRouteComponent(() => import('./forwarding/forwarding-page.tsx'), 'ForwardingPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/domains',
    component: lazyRouteComponent(() => import('./domains/domains-page.tsx'), 'DomainsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/analytics',
    component: lazyRouteComponent(() => import('./analytics/analytics-page.tsx'), 'AnalyticsPage'),
  }),
] as const

const servicePages = [
  createRoute({
    getParentRoute: () => app,
    path: '/webhooks/$service',
    component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/webhooks/$service/$id',
    component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/keys/$service',
    component: lazyRouteComponent(() => import('./api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/audit-log/$service',
    component: lazyRouteComponent(() => import('./audit-logs/audit-log-page.tsx'), 'AuditLogPage'),
  }),
] as const

/** Every route. The code of a page is loaded when the page is first opened. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...gatePages,
    app.addChildren([overview, account, heldAccess, ...automationPages, ...aliasPages, ...servicePages]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: LostPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
