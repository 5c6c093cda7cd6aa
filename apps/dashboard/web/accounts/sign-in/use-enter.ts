import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Session } from '../../client/accounts.ts'
import { sessionQuery } from '../session-query.ts'

/** Stores the session of a user who has just signed in, and opens the requested page. */
export function useEnter(to = '/') {
  const client = useQueryClient()
  const router = useRouter()
  return async (session: Session) => {
    client.clear()
    client.setQueryData(sessionQuery.queryKey, session)
    // Only to a page of this app: the target comes from the URL, and must not lead to another site.
    await router.navigate({ href: /^\/(?![/\\])/.test(to) ? to : '/', replace: true })
  }
}
