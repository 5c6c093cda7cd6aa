import type { Db } from '@waypost/postgres'
import { recordChange } from '../../audit-logs/record-change.ts'
import { automations } from '../../db/tables.ts'
import { holdAccount } from '../../limits/hold-account.ts'
import { requireBytes, withinBytes } from '../../limits/require-bytes.ts'
import type { Actor, ApiServices } from '../../services.ts'
import { toAutomation, type Automation } from '../automation.ts'
import { pruneLearnedElements } from '../prune-learned-elements.ts'
import { automationNotFound, isOwnAutomation } from '../get-automation.ts'
import { getVersionRow } from './get-automation-version.ts'
import { recordVersion } from './record-version.ts'
import { loadFiles } from '../uploads/load-files.ts'
import { storeFiles } from '../uploads/store-files.ts'
import { voidValidation } from '../validations/void-validation.ts'

/** Restores an earlier version as a new version: the current one stays in the history. */
export async function restoreAutomationVersion(
  services: ApiServices,
  actor: Actor,
  id: string,
  version: number,
): Promise<Automation> {
  const { db, clock, storage } = services
  const restored = await getVersionRow(services, actor, id, version)
  const shownActions = await loadFiles(storage, restored.actions)
  const { ownerId } = actor
  const actions = await storeFiles(storage, restored.actions, {
    admit: (bytes) => requireBytes(db, services, ownerId, bytes),
  })
  return db.transaction(async (tx) => {
    await holdAccount(tx, ownerId)
    return withinBytes(tx, services, ownerId, () => restore(tx))
  })

  async function restore(tx: Db): Promise<Automation> {
    const own = isOwnAutomation(actor, id)
    const [current] = await tx.select().from(automations).where(own).for('no key update')
    if (!current) throw automationNotFound()

    const { name, description, phrases, variables, screenshots, recording } = restored
    const { browser, trace, login } = restored
    const [row] = await tx
      .update(automations)
      .set({
        name,
        description,
        phrases,
        actions,
        variables,
        screenshots,
        recording,
        browser,
        trace,
        login,
        ...voidValidation(current, restored),
        version: current.version + 1,
        updatedAt: new Date(clock.now()),
      })
      .where(own)
      .returning()
    await pruneLearnedElements(tx, id)
    await recordVersion(tx, services, row!, 'restored')
    await recordChange(tx, services, actor, 'automation.restored', id)
    return toAutomation(row!, shownActions)
  }
}
