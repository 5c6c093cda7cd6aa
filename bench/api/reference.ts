import type { AddressInfo } from 'node:net'
import fastify, { type FastifyReply } from 'fastify'
import { Pool } from 'pg'

// The reference: Fastify and pg with the service's query for one owner, prepared as in the service, and its rows as JSON;
// without API keys, validation and log lines.
const [url, ownerId] = process.argv.slice(2) as [string, string]
const pool = new Pool({ connectionString: url, max: 20 })
const app = fastify()

async function getStatus(id: string): Promise<unknown> {
  const { rows } = await pool.query({
    name: 'status',
    text: `
      select execution.id is not null as "isRunning"
      from automation.automations automation
      left join automation.executions execution
        on execution.automation_id = automation.id and execution.status in ('pending', 'running')
      where automation.id = $1 and automation.owner_id = $2
    `,
    values: [id, ownerId],
  })
  return rows[0]
}

async function list(reply: FastifyReply): Promise<unknown> {
  const { rows } = await pool.query<Record<string, unknown>>({
    name: 'list',
    text: `
      select id, name, description, actions, variables, screenshots, version, is_draft as "isDraft", validation,
        created_at as "createdAt", updated_at as "updatedAt",
        (select count(*) from automation.automations where owner_id = $1) as total
      from automation.automations
      where owner_id = $1
      order by id desc
      limit $2 offset $3
    `,
    values: [ownerId, 20, 0],
  })
  reply.header('x-total-count', rows[0]!.total)
  return rows.map(
    ({
      id,
      name,
      description,
      actions,
      variables,
      screenshots,
      version,
      isDraft,
      validation,
      createdAt,
      updatedAt,
    }) => ({
      id,
      name,
      description,
      actions,
      variables,
      screenshots,
      version,
      isDraft,
      validation,
      createdAt,
      updatedAt,
    }),
  )
}

app.get<{ Params: { id: string } }>('/api/v1/automations/:id/status', ({ params }) => getStatus(params.id))
app.get('/api/v1/automations', (_request, reply) => list(reply))

await app.listen({ host: '127.0.0.1', port: 0 })
process.send!((app.server.address() as AddressInfo).port)
process.once('disconnect', () => process.exit())
