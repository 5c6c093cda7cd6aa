import { and, eq, gt, lte } from 'drizzle-orm'
import { automationKeys } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { contextOf, renewBeforeMs, type AutomationKey } from './automation-key.ts'
import { deleteAutomationKey } from './delete-automation-key.ts'
import { makeAutomationKey } from './make-automation-key.ts'

/** Returns the key of a sign-in, and creates one if none is valid for long enough. All replicas share one key. */
export async function getAutomationKey(
  services: Services,
  { id: sessionId, account }: Session,
): Promise<AutomationKey> {
  const known = await findKey(services, sessionId)
  if (known && isFresh(services, known.expiresAt)) return known

  const made = await makeAutomationKey(services, account)
  const kept = await keepKey(services, { sessionId, accountId: account.id }, made, known?.keyId)
  const obsolete = kept ? known : made
  if (obsolete) await deleteAutomationKey(services, account, obsolete.keyId).catch(() => {})
  // Another replica created the key first.
  return kept ? made : ((await findKey(services, sessionId)) ?? made)
}

export function isFresh({ clock }: Pick<Services, 'clock'>, expiresAt: Date): boolean {
  return expiresAt.getTime() - clock.now() > renewBeforeMs
}

async function findKey(
  { db, keyring, clock }: Services,
  sessionId: string,
): Promise<AutomationKey | undefined> {
  const [row] = await db
    .select()
    .from(automationKeys)
    .where(and(eq(automationKeys.sessionId, sessionId), gt(automationKeys.expiresAt, new Date(clock.now()))))
  if (!row) return undefined
  const { keyId, sealedKey, expiresAt } = row
  return { keyId, rawKey: keyring.open(sealedKey, contextOf(sessionId)), expiresAt }
}

/** @param replaced the id of the previous key; absent if there was none or it has expired */
async function keepKey(
  { db, keyring, clock }: Services,
  ids: { sessionId: string; accountId: string },
  { keyId, rawKey, expiresAt }: AutomationKey,
  replaced: string | undefined,
): Promise<boolean> {
  const key = { keyId, sealedKey: keyring.seal(rawKey, contextOf(ids.sessionId)), expiresAt }
  const kept = await db
    .insert(automationKeys)
    .values({ ...ids, ...key })
    .onConflictDoUpdate({
      target: automationKeys.sessionId,
      set: key,
      setWhere:
        replaced === undefined
          ? lte(automationKeys.expiresAt, new Date(clock.now()))
          : eq(automationKeys.keyId, replaced),
    })
    .returning({ sessionId: automationKeys.sessionId })
  return kept.length > 0
}
