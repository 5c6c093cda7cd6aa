import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'

/** A large table of an account, and which of its rows are the account's. */
export interface LargeTable {
  table: string
  where: string
}

const domain = 'waypost.test'

/** An account of the alias service with emails, each with its message of 4 kB. */
export async function fillAlias(db: Db, id: string, emails: number): Promise<LargeTable[]> {
  const owner = `live:${id}`
  await db.execute(sql`insert into alias.accounts (id, plan) values (${id}, 'business')`)
  await db.execute(sql`
    insert into alias.addresses (id, owner_id, address, domain, created_at, expires_at)
    select uuidv7(), ${owner}, number || ${`@${domain}`}, ${domain}, now(), now() + interval '30 days'
    from generate_series(1, 200) as number
  `)
  await addEmails(db, id, emails)
  const own = `owner_id = '${owner}'`
  return [
    { table: 'alias.addresses', where: own },
    { table: 'alias.messages', where: `id in (select message_id from alias.emails where ${own})` },
    { table: 'alias.emails', where: own },
  ]
}

export async function addEmails(db: Db, id: string, emails: number): Promise<void> {
  const owner = `live:${id}`
  await db.execute(sql`
    with given as materialized (
      select uuidv7() as email, uuidv7() as message, number from generate_series(1, ${emails}::integer) as number),
    aliases as materialized (
      select id, row_number() over () as number from alias.addresses where owner_id = ${owner}),
    stored as (
      insert into alias.messages (id, content, size, mail_from, client_ip, client_name, created_at)
      select message, convert_to(repeat(md5(number::text), 128), 'UTF8'), 4096, 'news@shop.example', '127.0.0.1', 'x', now() from given)
    insert into alias.emails (id, owner_id, address_id, message_id, type, from_address, from_name, to_address, subject,
      body_text, body_html, has_attachments, is_read, received_at, thread_id, thread_key)
    select email, ${owner}, aliases.id, message, 'received', 'news@shop.example', 'The Shop', 'x@waypost.test',
      'What is new, number ' || given.number, repeat('What is new in the shop this week. ', 10),
      '<p>' || repeat('What is new in the shop. ', 20) || '</p>', false, false, now(), uuidv7(), uuidv7()
    from given join aliases on aliases.number = 1 + given.number % 200
  `)
}

/** An account of the automation service with ended runs, and a delivery with its attempt for each second one. */
export async function fillAutomation(db: Db, id: string, runs: number): Promise<LargeTable[]> {
  const actions = JSON.stringify([{ name: 'Open', type: 'navigate', url: 'https://example.com' }])
  await db.execute(sql`
    insert into automation.automations (id, owner_id, name, actions, created_at, updated_at)
    values (uuidv7(), ${id}, 'Large', ${actions}::jsonb, now(), now())
  `)
  await addRuns(db, id, runs)
  const own = `owner_id = '${id}'`
  return [
    { table: 'automation.automations', where: own },
    { table: 'automation.executions', where: own },
    { table: 'automation.deliveries', where: own },
    {
      table: 'automation.delivery_attempts',
      where: `delivery_id in (select id from automation.deliveries where ${own})`,
    },
  ]
}

export async function addRuns(db: Db, id: string, runs: number): Promise<void> {
  const steps = JSON.stringify(
    Array.from({ length: 5 }, (_, index) => ({ name: `Step ${index}`, type: 'click', status: 'completed' })),
  )
  await db.execute(sql`
    insert into automation.executions
      (id, owner_id, automation_id, status, steps, created_at, starts_at, started_at, completed_at)
    select uuidv7(), ${id}, automation.id, 'completed', ${steps}::jsonb, now(), now(), now(), now()
    from automation.automations automation, generate_series(1, ${runs}::integer) where owner_id = ${id}
  `)
  await db.execute(sql`
    with sent as (
      insert into automation.deliveries (id, owner_id, event, body, status, created_at, ended_at, is_parked)
      select uuidv7(), ${id}, 'execution.started', ${JSON.stringify({ event: 'execution.started', data: 'x'.repeat(300) })},
        'delivered', now(), now(), false
      from generate_series(1, ${Math.floor(runs / 2)}::integer) returning id)
    insert into automation.delivery_attempts (delivery_id, number, started_at, request_headers)
    select id, 1, now(), '{"content-type": "application/json"}' from sent
  `)
}
