import { webhookSecretContext } from '../keyring.ts'
import { sealedText, type RowName, type SealedPlace } from './sealed-place.ts'

/** The columns in which a service's webhooks store their secrets. */
export function sealedWebhookPlaces(schema: string): SealedPlace[] {
  return ['sealed_secret', 'previous_sealed_secret'].map((column) =>
    sealedText(`${schema}.webhooks`, column, ['id'], contextOf),
  )
}

const contextOf = ({ id }: RowName) => webhookSecretContext(id!)
