import { webhookSecretContext } from '../keyring.ts'
import { sealedText, type RowName, type SealedPlace } from './sealed-place.ts'

/** Where a service's webhooks keep their secrets. */
export function sealedWebhookPlaces(schema: string): SealedPlace[] {
  return ['sealed_secret', 'previous_sealed_secret'].map((column) =>
    sealedText(`${schema}.webhooks`, column, ['id'], contextOf),
  )
}

const contextOf = ({ id }: RowName) => webhookSecretContext(id!)
