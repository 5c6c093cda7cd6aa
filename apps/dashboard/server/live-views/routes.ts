import { registerUpgrades, type App } from '@waypost/http'
import { z } from 'zod'
import type { Services } from '../services.ts'
import type { Authentication } from '../sessions/authentication.ts'
import type { Credentials } from '../upstreams/credentials.ts'
import { openLiveView } from './open-live-view.ts'

// Of an execution, or of a recording.
const path = /^\/live-views\/(recordings\/)?([^/]+)$/

/** A WebSocket with a view of one of the account's running executions or recordings. */
export function liveViewRoutes(
  app: App,
  services: Services,
  credentials: Credentials,
  { signedInUpgrade }: Pick<Authentication, 'signedInUpgrade'>,
): void {
  registerUpgrades(app, async (upgrade) => {
    const [, ofRecordings, written] = path.exec(upgrade.url.pathname) ?? []
    const id = z.uuid().safeParse(written)
    if (!id.success) return false
    const watched = `${ofRecordings ? 'recordings' : 'executions'}/${id.data}`
    const { session, answerHeaders } = await signedInUpgrade(upgrade.request)
    await openLiveView({ services, credentials, session }, watched, upgrade, answerHeaders)
    return true
  })
}
