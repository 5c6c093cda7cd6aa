import { DomainError, passUpgrade, type Upgrade } from '@waypost/http'
import type { Services } from '../../services.ts'
import { openLiveViewToken } from './live-view-token.ts'

/** Connects a live view with the runner of its execution, wherever that is. */
export async function passLiveView(
  services: Pick<Services, 'keyring' | 'clock'>,
  upgrade: Upgrade,
): Promise<boolean> {
  const { pathname, search, searchParams } = upgrade.url
  if (pathname !== '/live-view') return false
  const opened = openLiveViewToken(services, searchParams.get('token') ?? '')
  if (!opened) throw new DomainError('unauthenticated', 'The token is not valid any more')
  // A runner wrote the address and we have sealed it: it is none that a client could choose.
  await passUpgrade(upgrade, new URL(search, `http://${opened.address}/live-view`))
  return true
}
