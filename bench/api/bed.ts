import { fileURLToPath } from 'node:url'
import { openDatabase } from '@waypost/postgres'
import { migrateAutomation } from '../../apps/automation-api/src/db/migrate.ts'
import { connections, openHttpBed, type HttpBed, type Target } from '../http-bed.ts'
import { withoutLimits } from '../../harness/without-limits.ts'
import { fillTables } from './fill-tables.ts'

const ownerId = 'bench'

export interface AutomationTarget extends Target {
  automationIds: string[]
}

export interface Bed extends HttpBed {
  /** Starts the service and its reference on one database with a few active executions and many ended ones. */
  startPair(
    name: string,
    endedExecutions: number,
  ): Promise<{ service: AutomationTarget; reference: AutomationTarget }>
}

export async function openBed(): Promise<Bed> {
  const bed = await openHttpBed()
  return {
    ...bed,
    async startPair(name, endedExecutions) {
      const url = await bed.createDatabase(name)
      await migrateAutomation(url)
      const database = openDatabase({ url, applicationName: 'bench', maxConnections: 1 })
      const filled = { ownerId, keys: connections, endedExecutions }
      const { automationIds, rawKeys } = await fillTables(database.db, filled)
      await database.close()
      const program = fileURLToPath(new URL('reference.ts', import.meta.url))
      const [service, reference] = await Promise.all([
        bed.startService('automation-api/src/api.ts', 'AUTOMATION_PORT', {
          DATABASE_URL: url,
          ...withoutLimits,
        }),
        bed.startReference(program, url, ownerId),
      ])
      return {
        service: { origin: service, headers: rawKeys.map((key) => ({ 'x-api-key': key })), automationIds },
        reference: { origin: reference, headers: [{}], automationIds },
      }
    },
  }
}
