import { WebhookVerificationError } from './webhook-verification-error.ts'

/** @throws WebhookVerificationError where there is none, as when an environment variable is not set */
export function readSecrets(secret: string | readonly string[] | undefined): string[] {
  const secrets = [secret ?? []].flat()
  if (secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one !== '')) return secrets
  throw new WebhookVerificationError('no_secret', 'There is no secret to verify with')
}
