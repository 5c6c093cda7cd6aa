/** Whether somebody waits for the user to show who they are. */
let isAsking = false
let answers: ((isConfirmed: boolean) => void)[] = []
const watchers = new Set<() => void>()

const show = (is: boolean): void => {
  isAsking = is
  for (const watch of watchers) watch()
}

/** Asks the user to show who they are. Requests that wait at the same time wait for one dialog. */
export function confirmIdentity(): Promise<boolean> {
  const answer = new Promise<boolean>((resolve) => {
    answers.push(resolve)
  })
  show(true)
  return answer
}

/** Ends the question. */
export function endIdentityCheck(isConfirmed: boolean): void {
  const waiting = answers
  answers = []
  show(false)
  for (const answer of waiting) answer(isConfirmed)
}

/** The store of `useSyncExternalStore`. */
export const identityCheck = {
  subscribe(watch: () => void): () => void {
    watchers.add(watch)
    return () => void watchers.delete(watch)
  },
  read: (): boolean => isAsking,
}
