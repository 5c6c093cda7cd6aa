import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '../accounts/session-query.ts'
import { queryClient } from '../client/query-client.ts'
import { AppShell } from '../shell/app-shell.tsx'
import { LostPage } from '../shell/lost-page.tsx'

export const root = createRootRoute({ notFoundComponent: LostPage })

/** What only a signed-in user sees. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: AppShell,
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/sign-in', search: { to: location.href } })
  },
})
