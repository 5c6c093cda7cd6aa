import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { Agent, request } from 'undici'

// The least that sends what others have committed: one statement takes what is new and logs an attempt for each before its
// request, and one writes the outcomes of ten milliseconds. One queue for all, first come first served; no retries, no signature.
const [url, sinkUrl, body] = process.argv.slice(2) as [string, string, string]
const pauseMs = 10
const mostAtOnce = 384
const agent = new Agent({ connections: 64, allowH2: false })
const db = new Client({ connectionString: url })
const listener = new Client({ connectionString: url })
await Promise.all([db.connect(), listener.connect()])

let rung = Promise.withResolvers<void>()
listener.on('notification', () => rung.resolve())
await listener.query('listen bare')

const claim = {
  name: 'claim',
  text: `
    with due as materialized (select id from public.bare_jobs order by id limit ${mostAtOnce} for update skip locked),
    taken as (delete from public.bare_jobs where id = any(array(select id from due)) returning id)
    insert into public.bare_attempts (id, started_at) select id, now() from taken returning id`,
}
const settlement = {
  name: 'settle',
  text: `
    with outcome as materialized (select * from unnest($1::uuid[], $2::integer[]) as row (id, status)),
    logged as (
      update public.bare_attempts attempt set status = outcome.status from outcome
      where attempt.id = any($1) and attempt.id::text = outcome.id::text
    )
    update public.bare set status = outcome.status from outcome
    where bare.id = any($1) and bare.id::text = outcome.id::text`,
}

let ended: [id: string, status: number][] = []
let settling: Promise<void> | undefined
async function settle(): Promise<void> {
  while (ended.length > 0) {
    const batch = ended
    ended = []
    await db.query({ ...settlement, values: [batch.map(([id]) => id), batch.map(([, status]) => status)] })
    await setTimeout(pauseMs)
  }
  settling = undefined
}

async function send(id: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-service-delivery': id }
  const response = await request(sinkUrl, { dispatcher: agent, method: 'POST', headers, body })
  await response.body.dump()
  ended.push([id, response.statusCode])
  settling ??= settle()
}

process.once('disconnect', () => process.exit())
process.send!('ready')
for (;;) {
  rung = Promise.withResolvers()
  const { rows } = await db.query<{ id: string }>(claim)
  for (const { id } of rows) void send(id)
  if (rows.length < mostAtOnce) await rung.promise
}
