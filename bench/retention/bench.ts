import { Client } from 'pg'
import { row, type Row } from '../../harness/report.ts'
import { fill, shapes, type Shape } from './shapes.ts'
import { insertUntil } from './insert-until.ts'
import { startPostgres } from '../../harness/start-postgres.ts'

const rowsPerTable = 400_000
const batchSize = 2000
const aloneMs = 6_000

/**
 * Purges the old rows of a table that grows, by deletes in batches in the order of its ids and by dropping a partition: how
 * fast that is, how much WAL it writes, and how fast inserts are meanwhile. Inserts without a purge are the reference.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const server = await startPostgres()
  try {
    const rows: Row[] = []
    for (const shape of shapes) {
      for (const way of [deleteInBatches, dropPartition]) {
        say(`${shape.table}, ${rowsPerTable} old rows, ${way.name}`)
        rows.push(...(await measure(server.url, shape, way)))
      }
    }
    return rows
  } finally {
    await server.stop()
  }
}

type Way = (client: Client, shape: Shape) => Promise<void>

const deleteInBatches: Way = async (client, { table, key, past }) => {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await client.query<{ count: string; last: string | null }>(
      `with gone as (
         delete from ${table} where ${key} in (
           select ${key} from ${table} where ${key} > $1 and ${key} < $2 order by ${key} limit ${batchSize}
         ) returning ${key} as id
       ) select count(*), max(id::text) as last from gone`,
      [after, past],
    )
    if (rows[0]!.last === null) return
    after = rows[0]!.last
  }
}

const dropPartition: Way = async (client, { table }) => {
  await client.query(`drop table ${table}_past`)
}

async function measure(url: string, shape: Shape, way: Way): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await fill(client, shape, { isPartitioned: way === dropPartition, rows: rowsPerTable })
    const alone = await insertUntil(url, shape, new Promise((resolve) => setTimeout(resolve, aloneMs)))
    const walBefore = await ownWalBytes(client)
    let seconds = 0
    const purge = async (): Promise<void> => {
      const startedAt = performance.now()
      await way(client, shape)
      seconds = (performance.now() - startedAt) / 1000
    }
    const beside = await insertUntil(url, shape, purge())
    const wal = (await ownWalBytes(client)) - walBefore
    const of = `${shape.table}, ${way.name}`
    return [
      row(`${of}: purged`, rowsPerTable / seconds, 'rows/s'),
      row(`${of}: written for it`, wal / rowsPerTable, 'bytes of WAL a row'),
      row(`${of}: inserts beside it`, beside.perSecond, 'rows/s', { reference: alone.perSecond }),
      row(`${of}: slowest insert beside it`, beside.slowestMs, 'ms', { reference: alone.slowestMs }),
    ]
  } finally {
    await client.query(`drop table if exists ${shape.table}`)
    await client.end()
  }
}

/** The WAL bytes that this connection has written. */
async function ownWalBytes(client: Client): Promise<number> {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ bytes: string }>(
    'select wal_bytes as bytes from pg_stat_get_backend_wal(pg_backend_pid())',
  )
  return Number(rows[0]!.bytes)
}
