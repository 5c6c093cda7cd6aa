import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Session } from '../client/accounts.ts'
import { sessionQuery } from './session-query.ts'

/** Lets somebody in who has just signed in, to the page that was asked for. */
export function useEnter(to = '/') {
  const client = useQueryClient()
  const router = useRouter()
  return async (session: Session) => {
    client.clear()
    client.setQueryData(sessionQuery.queryKey, session)
    // Only ever to a page of ours.
    await router.navigate({ href: /^\/(?![/\\])/.test(to) ? to : '/', replace: true })
  }
}
