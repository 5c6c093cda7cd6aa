/** To the sign-in page, with nothing left in memory of whoever was signed in. */
export function leave(): void {
  location.assign('/sign-in')
}

/** The same where one did not mean to go: signing in leads back to here. */
export function leaveForNow(): void {
  location.assign(`/sign-in?${new URLSearchParams({ to: location.pathname + location.search })}`)
}
