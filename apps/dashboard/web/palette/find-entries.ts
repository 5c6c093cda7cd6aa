import { AtSign, CircleX, Mail, MousePointerClick, Workflow } from 'lucide-react'
import { alias } from '../client/alias.ts'
import { automation } from '../client/automation.ts'
import type { Service } from '../services/service.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'

const most = 5

const find = async <Item>(
  list: { page(): Promise<{ items: Item[] }> },
  toEntry: (item: Item) => PaletteEntry,
): Promise<PaletteEntry[]> => (await list.page()).items.map(toEntry)

/** What the services have that a text names: each service's part, or its error. */
export const finders: Record<Service, (q: string) => Promise<PaletteGroup[]>> = {
  automation: async (q) => {
    const [automations, pipelines, runs] = await Promise.all([
      find(automation.automations.list({ q, limit: most }), ({ id, name, description }) => ({
        id: `automation ${id}`,
        icon: MousePointerClick,
        label: name,
        hint: description ?? undefined,
        link: { to: '/automations/$id', params: { id } },
      })),
      find(automation.pipelines.list({ q, limit: most }), ({ id, name }) => ({
        id: `pipeline ${id}`,
        icon: Workflow,
        label: name,
        link: { to: '/pipelines/$id', params: { id } },
      })),
      find(automation.executions.list({ q, status: 'failed', limit: most }), ({ id, error, createdAt }) => ({
        id: `run ${id}`,
        icon: CircleX,
        label: error ?? 'Failed',
        at: createdAt,
        link: { to: '/runs/$id', params: { id } },
      })),
    ])
    return [
      { title: 'Automations', items: automations },
      { title: 'Pipelines', items: pipelines },
      { title: 'Failed runs', items: runs },
    ]
  },
  alias: async (q) => {
    const [addresses, emails] = await Promise.all([
      find(alias.addresses.list({ q, limit: most }), ({ id, address, alias: label }) => ({
        id: `alias ${id}`,
        icon: AtSign,
        label: label ?? address,
        hint: label === null ? undefined : address,
        link: { to: '/mailbox', search: { address: id } },
      })),
      find(alias.emails.list({ search: q, limit: most }), ({ id, subject, from, fromName, receivedAt }) => ({
        id: `email ${id}`,
        icon: Mail,
        label: subject || '(no subject)',
        hint: fromName || from,
        at: receivedAt,
        link: { to: '/mailbox/$id', params: { id } },
      })),
    ])
    return [
      { title: 'Aliases', items: addresses },
      { title: 'Emails', items: emails },
    ]
  },
}
