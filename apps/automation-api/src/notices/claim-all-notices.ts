import type { ApiServices } from '../services.ts'
import { claimNotices } from './claim-notices.ts'
import { claimQueuedNotices } from './claim-queued-notices.ts'
import { claimWaitingNotices } from './claim-waiting-notices.ts'
import { claimWebhookNotices } from './claim-webhook-notices.ts'

interface Wanted {
  waiting: boolean
  webhooks: boolean
  kinds: string[]
}

/** Claims the notices of the kinds that the issuer knows, in one database. */
export const claimAllNotices = async (services: ApiServices, { waiting, webhooks, kinds }: Wanted) => [
  ...(await claimNotices(services)),
  ...(waiting ? await claimWaitingNotices(services) : []),
  ...(webhooks ? await claimWebhookNotices(services) : []),
  ...(await claimQueuedNotices(services, kinds)),
]
