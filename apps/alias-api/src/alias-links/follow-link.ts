import { planLimits } from '../accounts/plans.ts'
import { updateAddress } from '../addresses/update-address.ts'
import type { Actor, Services } from '../services.ts'
import { linkPath, type LinkPurpose } from './alias-link.ts'
import { canBeExtended, findLinkedAlias, type FoundAlias } from './find-linked-alias.ts'

/**
 * Does what a link is for: pauses the alias, or extends it by as much as its plan allows. A paused alias is not
 * extended, nor one that renews itself. Doing it again changes nothing more.
 *
 * @param ip of whoever uses it, for the owner's audit log
 * @returns the alias as it is then; undefined as `findLinkedAlias` does
 */
export async function followLink(
  services: Pick<Services, 'db' | 'clock' | 'keyring' | 'outbox' | 'work' | 'storage'>,
  purpose: LinkPurpose,
  token: string,
  ip: string,
): Promise<FoundAlias> {
  const alias = await findLinkedAlias(services, purpose, token)
  if (!alias) return undefined
  const { id, ownerId, accountId, mode, plan } = alias
  const actor: Actor = {
    accountId,
    ownerId,
    mode,
    plan,
    keyId: null,
    ip,
    request: {
      action: `address.${purpose}_by_link`,
      method: 'POST',
      path: `/${linkPath}/${purpose}`,
      successStatus: 200,
    },
  }
  if (purpose === 'disable') {
    if (alias.isActive) await updateAddress(services, actor, id, { isActive: false })
  } else if (canBeExtended(alias)) {
    await updateAddress(services, actor, id, { expiresIn: planLimits[plan].maxTtlSeconds })
  }
  return findLinkedAlias(services, purpose, token)
}
