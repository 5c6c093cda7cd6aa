import { webhookSecretContext } from '../keyring.ts'
import { webhookHeadersContext } from '../headers/seal-headers.ts'
import { sealedText, type RowName, type SealedPlace } from './sealed-place.ts'

/** The columns in which a service's webhooks store their secrets and headers. */
export function sealedWebhookPlaces(schema: string): SealedPlace[] {
  const place = (column: string, contextOf: (id: string) => string) =>
    sealedText(`${schema}.webhooks`, column, ['id'], ({ id }: RowName) => contextOf(id!))
  return [
    place('sealed_secret', webhookSecretContext),
    place('previous_sealed_secret', webhookSecretContext),
    place('sealed_headers', webhookHeadersContext),
  ]
}
