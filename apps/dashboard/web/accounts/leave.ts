/** Loads the sign-in page anew, so that no data of the signed-out user stays in memory. */
export function leave(): void {
  location.assign('/sign-in')
}

/** Does the same when the session ended by itself: signing in returns to the current page. */
export function leaveForNow(): void {
  location.assign(`/sign-in?${new URLSearchParams({ to: location.pathname + location.search })}`)
}
