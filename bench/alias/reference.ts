import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { Pool } from 'pg'

// The reference: Fastify and pg with the service's query for one owner, prepared and planned as in the service, and its rows
// as JSON; without API keys, rate limits, audit log, validation and log lines.
const [url, ownerId] = process.argv.slice(2) as [string, string]
const pool = new Pool({ connectionString: url, max: 20, options: '-c plan_cache_mode=force_generic_plan' })
const app = fastify()

type Row = Record<string, unknown> & { total: number }

const toEmail = (row: Row) => ({
  id: row['id'],
  addressId: row['addressId'],
  type: row['type'],
  from: row['from'],
  fromName: row['fromName'],
  to: row['to'],
  subject: row['subject'],
  bodyText: row['bodyText'],
  bodyHtml: row['bodyHtml'],
  isRead: row['isRead'],
  isStarred: row['isStarred'],
  receivedAt: row['receivedAt'],
  hasAttachments: row['hasAttachments'],
})

app.get('/api/v1/emails', async () => {
  const { rows } = await pool.query<Row>({
    name: 'list',
    text: `
      select id, address_id as "addressId", type, from_address as "from", from_name as "fromName", to_address as "to",
        subject, left(body_text, 50000) as "bodyText", left(body_html, 50000) as "bodyHtml", is_read as "isRead",
        is_starred as "isStarred", received_at as "receivedAt", has_attachments as "hasAttachments",
        (select coalesce(sum(live), 0)::float8 from alias.email_counts where owner_id = $1) as total
      from alias.emails where owner_id = $1 and not is_deleted order by id desc limit $2
    `,
    values: [ownerId, 51],
  })
  const total = rows[0]?.total ?? 0
  return { data: rows.slice(0, 50).map(toEmail), total, limit: 50, offset: 0 }
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.send!((app.server.address() as AddressInfo).port)
process.once('disconnect', () => process.exit())
