import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Pool } from 'pg'
import { newId } from '@waypost/postgres'
import { body, end, type Bed, type Published } from '../../harness/delivery/bed.ts'
import { poolOptions } from './bare.ts'

/**
 * The least that the promise costs where a process of its own sends: the change, the event's row and its job in a commit, a word to
 * that process, and there a claim that logs the attempt before its request.
 */
export interface BareQueue {
  dispatcher: ChildProcess
  publish(): Promise<Published>
  close(): Promise<void>
}

const now = () => performance.timeOrigin + performance.now()

export async function openBareQueue({ url, sinkUrl }: Bed): Promise<BareQueue> {
  const pool = new Pool({ connectionString: url, ...poolOptions })
  await pool.query(`
    create table if not exists public.bare (id uuid primary key, body text, status integer);
    create table if not exists public.bare_jobs (id uuid primary key);
    create table if not exists public.bare_attempts (id uuid primary key, started_at timestamptz not null, status integer)
  `)
  const dispatcher = fork(fileURLToPath(new URL('bare-dispatcher.ts', import.meta.url)), [url, sinkUrl, body])
  await once(dispatcher, 'message')
  const announce = createAnnouncing(() => pool.query({ name: 'tell', text: `select pg_notify('bare', '')` }))

  return {
    dispatcher,
    async publish() {
      const id = newId()
      const calledAt = now()
      const client = await pool.connect()
      let committedAt = 0
      try {
        await client.query('begin')
        await client.query({ name: 'change', text: 'insert into public.changes values ($1)', values: [id] })
        await client.query({
          name: 'event',
          text: `
            with event as (insert into public.bare values ($1, $2) returning id)
            insert into public.bare_jobs select id from event`,
          values: [id, body],
        })
        committedAt = now()
        await client.query('commit')
      } finally {
        client.release()
      }
      announce()
      return { deliveryIds: [id], calledAt, committedAt }
    },
    async close() {
      await end(dispatcher)
      await pool.end()
    },
  }
}

/** What is committed while one announcement is under way is announced by the next. */
function createAnnouncing(tell: () => Promise<unknown>): () => void {
  let isAgain = false
  let telling: Promise<void> | undefined
  const tellAll = async (): Promise<void> => {
    do {
      isAgain = false
      await tell()
    } while (isAgain)
    telling = undefined
  }
  return () => {
    isAgain = true
    telling ??= tellAll()
  }
}
