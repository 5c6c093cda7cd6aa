import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readRunSearch } from '../executions/run-search.ts'
import { pickTexts } from '../pick-texts.ts'
import { app } from './root.ts'

const readTextSearch = (search: { q?: string }): { q?: string } => pickTexts(search, ['q'])

/** The pages of the automation service. */
export const automationPages = [
  createRoute({
    getParentRoute: () => app,
    path: '/automations',
    validateSearch: readTextSearch,
    component: lazyRouteComponent(() => import('../automations/automations-page.tsx'), 'AutomationsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/automations/new',
    validateSearch: (search: { template?: string }): { template?: string } => pickTexts(search, ['template']),
    component: lazyRouteComponent(
      () => import('../automations/new-automation-page.tsx'),
      'NewAutomationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/templates',
    component: lazyRouteComponent(() => import('../templates/templates-page.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/automations/import',
    component: lazyRouteComponent(
      () => import('../automations/import-automation-page.tsx'),
      'ImportAutomationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/automations/$id',
    component: lazyRouteComponent(() => import('../automations/automation-page.tsx'), 'AutomationPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/automations/$id/edit',
    component: lazyRouteComponent(
      () => import('../automations/edit-automation-page.tsx'),
      'EditAutomationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/record',
    component: lazyRouteComponent(() => import('../recordings/record-page.tsx'), 'RecordPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/record/$id',
    component: lazyRouteComponent(() => import('../recordings/recording-page.tsx'), 'RecordingPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/runs',
    validateSearch: readRunSearch,
    component: lazyRouteComponent(() => import('../executions/executions-page.tsx'), 'ExecutionsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/runs/$id',
    validateSearch: (search: { startsAt?: string; step?: number }): { startsAt?: string; step?: number } => ({
      ...pickTexts(search, ['startsAt']),
      // A link to a step, by its number.
      ...(Number.isInteger(search.step) && { step: search.step }),
    }),
    component: lazyRouteComponent(() => import('../executions/execution-page.tsx'), 'ExecutionPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/heals',
    component: lazyRouteComponent(() => import('../heals/heals-page.tsx'), 'HealsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/pipelines',
    validateSearch: readTextSearch,
    component: lazyRouteComponent(() => import('../pipelines/pipelines-page.tsx'), 'PipelinesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/pipelines/$id',
    component: lazyRouteComponent(() => import('../pipelines/pipeline-page.tsx'), 'PipelinePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/pipeline-runs/$id',
    component: lazyRouteComponent(() => import('../pipelines/pipeline-run-page.tsx'), 'PipelineRunPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/schedules',
    component: lazyRouteComponent(() => import('../schedules/schedules-page.tsx'), 'SchedulesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/schedules/$id',
    component: lazyRouteComponent(() => import('../schedules/schedule-page.tsx'), 'SchedulePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/jobs',
    component: lazyRouteComponent(() => import('../jobs/jobs-page.tsx'), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/jobs/$id',
    component: lazyRouteComponent(() => import('../jobs/job-page.tsx'), 'JobPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/ask',
    component: lazyRouteComponent(() => import('../intents/ask-page.tsx'), 'AskPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/ask/$id',
    component: lazyRouteComponent(() => import('../intents/intent-page.tsx'), 'IntentPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/sessions',
    component: lazyRouteComponent(() => import('../sessions/sessions-page.tsx'), 'SessionsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/secrets',
    component: lazyRouteComponent(() => import('../secrets/secrets-page.tsx'), 'SecretsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/files',
    component: lazyRouteComponent(() => import('../files/files-page.tsx'), 'FilesPage'),
  }),
] as const
