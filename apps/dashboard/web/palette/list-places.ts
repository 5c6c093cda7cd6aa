import { navigationGroups } from '../shell/navigation-groups.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'

const actions: PaletteEntry[] = [
  { id: 'new automation', label: 'New automation', link: { to: '/automations/new' } },
  { id: 'record', label: 'Record an automation', link: { to: '/record' } },
  { id: 'import', label: 'Import a recording', link: { to: '/automations/import' } },
  { id: 'request', label: 'Ask for something in plain language', link: { to: '/ask' } },
  { id: 'compose', label: 'New email', link: { to: '/compose' } },
]

const pages: PaletteEntry[] = [
  { id: 'overview', label: 'Overview', link: { to: '/' } },
  { id: 'account', label: 'Account', link: { to: '/account' } },
  ...navigationGroups.flatMap(({ title, entries }) =>
    entries.map(({ label, link }) => ({ id: `${title} ${label}`, label, hint: title, link })),
  ),
]

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The pages and actions that a text names, and what an id may be of. */
export function listPlaces(text: string): PaletteGroup[] {
  const wanted = text.trim().toLowerCase()
  const isNamed = ({ label, hint = '' }: PaletteEntry) => `${hint} ${label}`.toLowerCase().includes(wanted)
  return [
    { title: 'By its id', items: uuid.test(wanted) ? listById(wanted) : [] },
    { title: 'Actions', items: actions.filter(isNamed) },
    { title: 'Pages', items: pages.filter(isNamed) },
  ]
}

const listById = (id: string): PaletteEntry[] => [
  { id: 'run by id', label: 'Open the run', link: { to: '/runs/$id', params: { id } } },
  { id: 'automation by id', label: 'Open the automation', link: { to: '/automations/$id', params: { id } } },
  { id: 'email by id', label: 'Open the email', link: { to: '/mailbox/$id', params: { id } } },
]
