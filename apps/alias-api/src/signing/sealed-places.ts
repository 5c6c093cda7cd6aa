import { idempotencyContext } from '@waypost/http'
import { sealedText, sealedWebhookPlaces, type SealedPlace } from '@waypost/webhooks'
import { dkimKeyContext } from './dkim-key.ts'

/** Every column that contains something sealed. */
export const sealedPlaces: SealedPlace[] = [
  ...sealedWebhookPlaces('alias'),
  sealedText('alias.dkim_keys', 'sealed_key', ['id'], ({ id }) => dkimKeyContext(id!)),
  sealedText('alias.idempotency_keys', 'sealed_body', ['owner_id', 'key'], ({ owner_id: ownerId, key }) =>
    idempotencyContext(ownerId!, key!),
  ),
]
