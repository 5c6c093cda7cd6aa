import type { AnyRouter } from '@tanstack/react-router'

/** The routers of the pages that the current test has shown. */
export const shownRouters: Pick<AnyRouter, 'startTransition'>[] = []

/** Ends what routers of shown pages still load: they would render it once the test's window is gone. */
export function endPages(): void {
  for (const router of shownRouters.splice(0)) router.startTransition = () => new Promise<never>(() => {})
}
