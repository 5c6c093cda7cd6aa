import { getWebhook as readWebhook } from '@waypost/webhooks'
import type { Actor, Services } from '../services.ts'
import { toWebhook, type Webhook } from './webhook.ts'

export const getWebhook = async (services: Services, { ownerId }: Actor, id: string): Promise<Webhook> =>
  toWebhook(await readWebhook(services, { ownerId }, id))
