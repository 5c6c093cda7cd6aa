import { registerUpgrades, type App } from '@waypost/http'
import { z } from 'zod'
import type { Services } from '../services.ts'
import type { Authentication } from '../sessions/authentication.ts'
import type { Credentials } from '../upstreams/credentials.ts'
import { openLiveView } from './open-live-view.ts'

const path = /^\/live-views\/([^/]+)$/

/** A WebSocket with a view of one of the account's running executions. */
export function liveViewRoutes(
  app: App,
  services: Services,
  credentials: Credentials,
  { signedInUpgrade }: Pick<Authentication, 'signedInUpgrade'>,
): void {
  registerUpgrades(app, async (upgrade) => {
    const id = z.uuid().safeParse(path.exec(upgrade.url.pathname)?.[1])
    if (!id.success) return false
    const { session, answerHeaders } = await signedInUpgrade(upgrade.request)
    await openLiveView({ services, credentials, session }, id.data, upgrade, answerHeaders)
    return true
  })
}
