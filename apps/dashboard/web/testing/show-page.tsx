import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { Session } from '../client/accounts.ts'
import { queryClient } from '../client/query-client.ts'
import { router as appRouter } from '../router.tsx'
import { session } from './samples.ts'
import { answer, ok } from './services.ts'
import { shownRouters } from './shown-routers.ts'

interface ShownPage {
  user: UserEvent
  /** The URL in the browser. */
  place: () => string
  /** Goes back in the browser's history. */
  back: () => void
}

/**
 * Opens the app at a URL.
 *
 * @param signedIn the signed-in account; null: nobody
 */
export function showPage(
  path: string,
  { signedIn = session }: { signedIn?: Session | null } = {},
): ShownPage {
  if (signedIn) answer({ 'GET /auth/session': ok(signedIn) })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ ...appRouter.options, history })
  shownRouters.push(router)
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    user: userEvent.setup({ delay: null }),
    place: () => history.location.href,
    back: () => history.back(),
  }
}
