/** To the sign-in page, with nothing left in memory of whoever was signed in. */
export function leave(): void {
  location.assign('/sign-in')
}
