import { openDatabase } from '@waypost/postgres'
import { fillTables } from '../alias/fill-tables.ts'
import { openHttpBed } from '../http-bed.ts'
import type { Topology } from '../../harness/citus/cluster.ts'
import { measureWork, type Work } from './cpu-by-node.ts'
import { processUrl } from '../../harness/citus/process-url.ts'

const connections = 16
const order = { paths: ['/api/v1/addresses?limit=20'], connections }
const warmUpMs = 3000
const durationMs = 8000

/** Lists of aliases by API keys, each counted against its account and written to the audit log. */
export async function measureRequests(topology: Topology, say: (line: string) => void): Promise<Work> {
  const bed = await openHttpBed()
  try {
    const { db, close } = openDatabase({ url: topology.url, applicationName: 'bench', maxConnections: 1 })
    const keys = await fillTables(db, { accountId: 'bench', keys: 8, emails: 100 })
    await close()
    const origin = await bed.startService('alias-api/src/api.ts', 'ALIAS_PORT', {
      DATABASE_URL: processUrl(topology),
      ENCRYPTION_KEYS: topology.encryptionKeys,
      ALIAS_RATE_LIMIT_PER_MINUTE: '1000000000',
    })
    const headers = keys.map((key) => ({ authorization: `Bearer ${key}` }))
    await bed.measure({ ...order, origin, headers, warmUpMs: 0, durationMs: warmUpMs })
    say(`${topology.name}: requests over ${connections} connections`)
    return await measureWork(topology, 'requests', async () => {
      const { perSecond } = await bed.measure({ ...order, origin, headers, warmUpMs: 0, durationMs })
      return { count: (perSecond * durationMs) / 1000, perSecond }
    })
  } finally {
    await bed.close()
  }
}
