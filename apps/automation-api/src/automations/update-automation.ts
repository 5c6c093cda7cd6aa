import { isDeepStrictEqual } from 'node:util'
import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { automations } from '../db/tables.ts'
import { holdAccount } from '../limits/hold-account.ts'
import { requireBytes, withinBytes } from '../limits/require-bytes.ts'
import type { Actor, ApiServices } from '../services.ts'
import type { Action, StoredAction } from './action.ts'
import { toAutomation, type Automation, type automationChange } from './automation.ts'
import { checkDestinations } from './check-destinations.ts'
import { listActions } from './nesting/list-actions.ts'
import { pruneLearnedElements } from './prune-learned-elements.ts'
import { automationNotFound, getAutomationRow, isOwnAutomation } from './get-automation.ts'
import { recordVersion } from './versions/record-version.ts'
import { areSameActions } from './uploads/are-same-actions.ts'
import { loadFiles } from './uploads/load-files.ts'
import { checkLogin } from './settings/check-login.ts'
import { checkProxy } from './settings/check-proxy.ts'
import { storeFiles } from './uploads/store-files.ts'
import { sealVariables } from './variables/variables.ts'
import { voidValidation } from './validations/void-validation.ts'

/**
 * Makes a new version of the automation; a change without effect makes none. Learned elements of steps that are saved
 * again are deleted. A running execution keeps the actions that it started with.
 *
 * @param isExpected whether the caller meant to change this version
 */
export async function updateAutomation(
  services: ApiServices,
  actor: Actor,
  id: string,
  change: z.infer<typeof automationChange>,
  isExpected: (version: number) => boolean = () => true,
): Promise<Automation> {
  if (change.actions) checkDestinations(services, change.actions)
  checkProxy(services, change.browser)
  await checkLogin(services, actor, change.login, id)
  const { db, clock, keyring, storage } = services
  const stored = change.actions && (await storeChanged(services, actor, id, change.actions, isExpected))
  const { ownerId } = actor
  const row = await db.transaction(async (tx) => {
    await holdAccount(tx, ownerId)
    return withinBytes(tx, services, ownerId, () => save(tx))
  })
  return toAutomation(row, change.actions ?? (await loadFiles(storage, row.actions)))

  async function save(tx: Db): Promise<typeof automations.$inferSelect> {
    const own = isOwnAutomation(actor, id)
    const [current] = await tx.select().from(automations).where(own).for('no key update')
    if (!current) throw automationNotFound()
    if (!isExpected(current.version)) throw automationChanged()

    const { variables, ...others } = change
    const wanted = {
      ...others,
      ...(stored && { actions: stored }),
      ...(variables && { variables: sealVariables(keyring, id, variables, current.variables) }),
    }
    if (isDeepStrictEqual({ ...current, ...wanted }, current)) {
      // Saving the steps unchanged confirms them as they are.
      if (stored) await pruneLearnedElements(tx, id)
      return current
    }
    const [changed] = await tx
      .update(automations)
      .set({
        ...wanted,
        ...voidValidation(current, wanted),
        version: current.version + 1,
        updatedAt: new Date(clock.now()),
      })
      .where(own)
      .returning()
    const before = listActions(current.actions)
    const saved = listActions(stored ?? []).filter(
      (action) => !before.some((each) => areSameActions([each], [action])),
    )
    await pruneLearnedElements(
      tx,
      id,
      saved.map(({ name }) => name),
    )
    await recordVersion(tx, services, changed!, 'updated')
    await recordChange(tx, services, actor, 'automation.updated', id)
    return changed!
  }
}

const automationChanged = () => new DomainError('precondition_failed', 'Automation has changed')

/** Before the automation is locked, so that nobody waits for the storage. */
async function storeChanged(
  services: ApiServices,
  actor: Actor,
  id: string,
  actions: Action[],
  isExpected: (version: number) => boolean,
): Promise<StoredAction[]> {
  if (!listActions(actions).some(({ type }) => type === 'upload')) return actions
  const current = await getAutomationRow(services, actor, id)
  // Checked before anything is stored, or refused requests could fill the storage.
  if (!isExpected(current.version)) throw automationChanged()
  // Unchanged actions need no new files.
  if (areSameActions(actions, current.actions)) return current.actions
  return storeFiles(services.storage, actions, {
    known: current.actions,
    admit: (bytes) => requireBytes(services.db, services, actor.ownerId, bytes),
  })
}
