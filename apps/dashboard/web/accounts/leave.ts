import { deleteDrafts } from '../compose/delete-drafts.ts'

/** Loads the sign-in page anew, so that no data of the signed-out user stays in memory or in this browser. */
export function leave(): void {
  deleteDrafts()
  location.assign('/sign-in')
}

/** Does the same when the session ended by itself: signing in returns to the current page. */
export function leaveForNow(): void {
  location.assign(`/sign-in?${new URLSearchParams({ to: location.pathname + location.search })}`)
}
