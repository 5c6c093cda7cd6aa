import { sealedText, type SealedPlace } from '@waypost/webhooks'
import { contextOf as automationKeyContext } from '../automation-keys/automation-key.ts'
import { signingKeyContext } from '../signing-keys/create-signing-key.ts'
import { totpContext } from '../two-factor/totp.ts'

/** Every column that has sealed values. */
export const sealedPlaces: SealedPlace[] = [
  sealedText('accounts.signing_keys', 'sealed_private_key', ['kid'], ({ kid }) => signingKeyContext(kid!)),
  sealedText('accounts.automation_keys', 'sealed_key', ['session_id'], ({ session_id: sessionId }) =>
    automationKeyContext(sessionId!),
  ),
  sealedText('accounts.totp_factors', 'sealed_secret', ['account_id'], ({ account_id: accountId }) =>
    totpContext(accountId!),
  ),
]
