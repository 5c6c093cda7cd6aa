import { newId, type Db } from '@waypost/postgres'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { automations } from '../db/tables.ts'
import { requireBytes, withinBytes } from '../limits/require-bytes.ts'
import { requireRoom } from '../limits/require-room.ts'
import type { Actor, ApiServices, Services } from '../services.ts'
import { toAutomation, type Automation, type newAutomation } from './automation.ts'
import { checkDestinations } from './check-destinations.ts'
import type { RecordingSettings } from './chrome-recorder/recording.ts'
import { recordVersion } from './versions/record-version.ts'
import { checkLogin } from './settings/check-login.ts'
import { checkProxy } from './settings/check-proxy.ts'
import { storeFiles } from './uploads/store-files.ts'
import { sealVariables } from './variables/variables.ts'

interface Origin {
  /** The settings that an imported recording has for all of its steps. */
  recording?: RecordingSettings | null
  /** Generated, not written by a person: it is a draft until it is validated, and after each change. */
  isGenerated?: boolean
  /** Recorded: it is a draft until it is validated for the first time. */
  isRecorded?: boolean
}

export async function createAutomation(
  services: Services & Pick<ApiServices, 'egress'>,
  actor: Actor,
  {
    name,
    description,
    phrases = [],
    actions,
    variables = {},
    screenshots = 'key',
    browser = null,
    trace,
    login = null,
  }: z.infer<typeof newAutomation>,
  { recording = null, isGenerated = false, isRecorded = false }: Origin = {},
): Promise<Automation> {
  checkDestinations(services, actions)
  checkProxy(services, browser)
  await checkLogin(services, actor, login)
  const { db, clock, keyring, storage } = services
  const id = newId()
  const now = new Date(clock.now())
  const { ownerId } = actor
  const stored = await storeFiles(storage, actions, {
    admit: (bytes) => requireBytes(db, services, ownerId, bytes),
  })
  return db.transaction(async (tx) => {
    await requireRoom(tx, services, ownerId, 'automations')
    return withinBytes(tx, services, ownerId, () => insert(tx))
  })

  async function insert(tx: Db): Promise<Automation> {
    const [row] = await tx
      .insert(automations)
      .values({
        id,
        ownerId,
        name,
        description: description ?? null,
        phrases,
        actions: stored,
        variables: sealVariables(keyring, id, variables),
        screenshots,
        recording,
        browser,
        trace: trace ?? null,
        login,
        origin: isGenerated ? 'generated' : isRecorded ? 'recorded' : 'written',
        isDraft: isGenerated || isRecorded,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    await recordVersion(tx, services, row!, 'created')
    await recordChange(tx, services, actor, 'automation.created', id)
    return toAutomation(row!, actions)
  }
}
