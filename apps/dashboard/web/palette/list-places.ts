import { CircleDot, LayoutTemplate, MessageSquareText, PenLine, Plus, Upload } from 'lucide-react'
import { settingsPages } from '../accounts/settings-pages.ts'
import { serviceLabels, type Service } from '../services/service.ts'
import { navigationGroups, overviewEntry, settingsEntry } from '../shell/navigation-groups.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'

const actions: PaletteEntry[] = [
  { id: 'new automation', label: 'New automation', icon: Plus, link: { to: '/automations/new' } },
  { id: 'templates', label: 'Templates', icon: LayoutTemplate, link: { to: '/templates' } },
  { id: 'record', label: 'Record an automation', icon: CircleDot, link: { to: '/record' } },
  { id: 'import', label: 'Import a recording', icon: Upload, link: { to: '/automations/import' } },
  {
    id: 'request',
    label: 'Ask for something in plain language',
    icon: MessageSquareText,
    link: { to: '/ask' },
  },
  { id: 'compose', label: 'New email', icon: PenLine, link: { to: '/compose' } },
]

const services = Object.keys(serviceLabels) as Service[]

const pages: PaletteEntry[] = [
  { id: 'overview', label: 'Overview', icon: overviewEntry.icon, link: { to: '/' } },
  ...settingsPages.map(({ label, to }) => ({
    id: to,
    label,
    hint: 'Settings',
    icon: settingsEntry.icon,
    link: { to },
  })),
  ...navigationGroups.flatMap(({ service, entries }) =>
    (service ? [service] : services).flatMap((each) =>
      entries.map(({ label, icon, link }) => ({
        id: `${each} ${label}`,
        label,
        hint: serviceLabels[each],
        icon,
        link: link(each),
      })),
    ),
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
