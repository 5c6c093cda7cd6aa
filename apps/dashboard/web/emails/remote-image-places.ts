// Of the eight that an account may load at once, so that another page of it can load some too.
let free = 4
const waiting: (() => void)[] = []

/**
 * Waits for one of the places that all emails of the page share, in the order of the calls.
 *
 * @returns what gives it back
 */
export async function takePlace(): Promise<() => void> {
  if (free > 0) free -= 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  return () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
}
