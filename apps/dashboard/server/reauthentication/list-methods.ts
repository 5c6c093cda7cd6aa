import { countPasskeys } from '../passkeys/list-passkeys.ts'
import type { Services } from '../services.ts'
import { findFactor } from '../two-factor/find-factor.ts'
import type { ReauthenticationMethods } from './reauthentication.ts'

/** With two-factor authentication the password alone would be less than what the sign-in took, so a code takes its place. */
export async function listMethods(
  services: Pick<Services, 'db'>,
  accountId: string,
): Promise<ReauthenticationMethods> {
  const methods: ReauthenticationMethods['methods'] = [
    (await findFactor(services, accountId)) ? 'code' : 'password',
  ]
  if ((await countPasskeys(services, accountId)) > 0) methods.push('passkey')
  return { methods }
}
