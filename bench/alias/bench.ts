import { deepStrictEqual } from 'node:assert'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@waypost/postgres'
import { migrateAlias } from '../../apps/alias-api/src/db/migrate.ts'
import { connections, openHttpBed, type HttpBed, type Target } from '../http-bed.ts'
import { rateRow, slowestRow } from '../judge-rounds.ts'
import { measureInTurn, rounds } from '../measure-in-turn.ts'
import { row, type Row } from '../../harness/report.ts'
import { fillTables } from './fill-tables.ts'
import { measureExpiry } from './measure-expiry.ts'
import { findPageAfter, timeAnswers } from './time-answers.ts'

const accountId = 'bench'
const emails = 1_000_000
const aliases = 100_000
const processes = 3
const path = '/api/v1/emails'

/** The alias API in its production setup against bare Fastify and pg, and many aliases that expire at the same moment. */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const bed = await openHttpBed()
  try {
    say(`${aliases} aliases expire at one moment, ${processes} processes watch`)
    const expiry = await measureExpiry(bed, aliases, processes)
    say(`filling a table with ${emails} emails`)
    const { service, reference } = await startPair(bed)
    deepStrictEqual(await read(service), await read(reference))
    say(`GET ${path}: ${rounds} rounds at ${connections} connections, the servers in turn`)
    const [bare, own] = await measureInTurn(bed, [reference, service], () => [path])
    say('one client, answers one after the other')
    const deep = await findPageAfter(service, `${path}?offset=${emails - 1000}`)
    const name = `GET ${path}, 50 of 1,000,000`
    return [
      rateRow(name, own!, bare!, 0.5),
      slowestRow(name, own!, bare!, 2),
      row(`${name}, alone, p50`, await timeAnswers(service, path), 'ms'),
      row('the last thousand emails by cursor, p50', await timeAnswers(service, deep), 'ms', { atMost: 10 }),
      row('the same by offset, p50', await timeAnswers(service, `${path}?offset=${emails - 1000}`), 'ms'),
      row('GET /api/v1/analytics, p50', await timeAnswers(service, '/api/v1/analytics'), 'ms', {
        atMost: 10,
      }),
      row('100,000 expiries published', expiry.seconds, 's', { atMost: 60 }),
      row('expiries published', expiry.published, '', { atLeast: aliases }),
      row('expiries published twice', expiry.twice, '', { atMost: 0 }),
    ]
  } finally {
    await bed.close()
  }
}

async function startPair(bed: HttpBed): Promise<{ service: Target; reference: Target }> {
  const url = await bed.createDatabase('emails')
  await migrateAlias(url)
  const database = openDatabase({ url, applicationName: 'bench', maxConnections: 1 })
  const rawKeys = await fillTables(database.db, { accountId, keys: connections, emails })
  await database.close()
  const program = fileURLToPath(new URL('reference.ts', import.meta.url))
  const [service, reference] = await Promise.all([
    bed.startService('alias-api/src/api.ts', 'ALIAS_PORT', {
      DATABASE_URL: url,
      // Requests are counted, and none is refused.
      ALIAS_RATE_LIMIT_PER_MINUTE: '1000000000',
    }),
    bed.startReference(program, url, `live:${accountId}`),
  ])
  return {
    service: { origin: service, headers: rawKeys.map((key) => ({ authorization: `Bearer ${key}` })) },
    reference: { origin: reference, headers: [{}] },
  }
}

/** Reads the response that both servers must give: they are comparable only if they answer the same. */
async function read({ origin, headers }: Target): Promise<unknown> {
  return (await fetch(origin + path, { headers: headers[0]! })).json()
}
