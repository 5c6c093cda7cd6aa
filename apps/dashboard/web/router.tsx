import { createRouter } from '@tanstack/react-router'
import { Loading } from './lists/loading.tsx'
import { accountPages } from './routes/account-pages.ts'
import { aliasPages } from './routes/alias-pages.ts'
import { automationPages } from './routes/automation-pages.ts'
import { gatePages } from './routes/gate-pages.ts'
import { app, root } from './routes/root.ts'
import { BrokenPage } from './shell/broken-page.tsx'
import { LostPage } from './shell/lost-page.tsx'

/** Every route. The code of a page is loaded when the page is first opened. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...gatePages,
    app.addChildren([...accountPages, ...automationPages, ...aliasPages]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: LostPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
