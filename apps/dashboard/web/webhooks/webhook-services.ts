import type { Service } from '../services/service.ts'
import { aliasWebhooks } from './alias-webhooks.ts'
import { automationWebhooks } from './automation-webhooks.ts'
import type { WebhookService } from './webhook-service.ts'

export const webhookServices: Record<Service, WebhookService> = {
  automation: automationWebhooks,
  alias: aliasWebhooks,
}
