import { loadAddresses } from '../addresses/address-queries.ts'
import { loadAutomations } from '../automations/automation-queries.ts'
import { alias } from '../client/alias.ts'
import { automation } from '../client/automation.ts'
import { call } from '../client/call.ts'
import type { Page, PageQuery } from '../client/page.ts'
import { loadDestinations } from '../forwarding/forwarding-queries.ts'
import { loadPipelines } from '../pipelines/pipeline-queries.ts'
import { loadSessions } from '../sessions/session-queries.ts'

type Identified = { id: string }

const path = (id: string) => ({ params: { path: { id } } })

/**
 * Deletes what an account has in both services, saying what it is at.
 *
 * @throws where something cannot be deleted; what went before stays deleted, and another try goes on from there
 */
export async function deleteEverything(say: (progress: string) => void): Promise<void> {
  await empty('pipelines', loadPipelines, (id) => call(automation.DELETE('/api/v1/pipelines/{id}', path(id))))
  await empty('automations', loadAutomations, (id) =>
    call(automation.DELETE('/api/v1/automations/{id}', path(id))),
  )
  await empty('sessions', loadSessions, (id) => call(automation.DELETE('/api/v1/sessions/{id}', path(id))))
  await empty(
    'addresses',
    (query) => loadAddresses(undefined, query),
    (id) => call(alias.DELETE('/api/v1/addresses/{id}', path(id))),
  )
  await empty('mailboxes', loadDestinations, (id) =>
    call(alias.DELETE('/api/v1/forwarding-addresses/{id}', path(id))),
  )
  for (const { id } of (await call(alias.GET('/api/v1/domains'))).data)
    await call(alias.DELETE('/api/v1/domains/{id}', path(id)))

  async function empty(
    what: string,
    load: (query: PageQuery) => Promise<Page<Identified>>,
    remove: (id: string) => Promise<unknown>,
  ): Promise<void> {
    let count = 0
    for (;;) {
      // Always the first page: what was on it is gone.
      const { items } = await load({ limit: 100 })
      if (items.length === 0) return
      for (const { id } of items) {
        await remove(id)
        count += 1
        say(`Deleted ${count} ${what} …`)
      }
    }
  }
}
