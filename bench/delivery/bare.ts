import { Pool } from 'pg'
import { newId } from '@waypost/postgres'
import { Agent, request } from 'undici'
import { body, type Bed } from '../../harness/delivery/bed.ts'
import { atARate, toLatency, type Latency } from './measure-latency.ts'

/** The least that the promise costs: the change and the event's row in a commit, one POST, and the outcome in a commit. */
export interface Bare {
  publish(): Promise<string>
  deliver(id: string): Promise<void>
  measureLatency(rate: { perSecond: number; seconds: number }): Promise<Latency>
  close(): Promise<void>
}

// As those of the services, which keep their sessions between two phases.
export const poolOptions = { max: 64, idleTimeoutMillis: 90_000 }

const now = () => performance.timeOrigin + performance.now()

export async function openBare({ url, sinkUrl, takeArrivals }: Bed): Promise<Bare> {
  const pool = new Pool({ connectionString: url, ...poolOptions })
  const agent = new Agent({ connections: 64, allowH2: false })
  await pool.query('create table if not exists public.bare (id uuid primary key, body text, status integer)')

  const publish = async (): Promise<string> => {
    const id = newId()
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query({ name: 'change', text: 'insert into public.changes values ($1)', values: [id] })
      await client.query({
        name: 'event',
        text: 'insert into public.bare values ($1, $2)',
        values: [id, body],
      })
      await client.query('commit')
    } finally {
      client.release()
    }
    return id
  }
  const deliver = async (id: string): Promise<void> => {
    const headers = { 'content-type': 'application/json', 'x-service-delivery': id }
    const response = await request(sinkUrl, { dispatcher: agent, method: 'POST', headers, body })
    await response.body.dump()
    const values = [id, response.statusCode]
    await pool.query({ name: 'outcome', text: 'update public.bare set status = $2 where id = $1', values })
  }

  return {
    publish,
    deliver,
    async measureLatency(rate) {
      await takeArrivals()
      const calls = await atARate(rate, async () => {
        const calledAt = now()
        const id = await publish()
        await deliver(id)
        return { id, calledAt }
      })
      const arrivals = await takeArrivals()
      return toLatency(calls.map(({ id, calledAt }) => arrivals.get(id)! - calledAt))
    },
    async close() {
      await Promise.all([pool.end(), agent.close()])
    },
  }
}
