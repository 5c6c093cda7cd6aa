import type { LinkProps } from '@tanstack/react-router'
import {
  AtSign,
  Bandage,
  CalendarClock,
  ChartColumn,
  CirclePlay,
  CodeXml,
  Cookie,
  Files,
  Forward,
  Globe,
  Inbox,
  KeyRound,
  LayoutDashboard,
  ListOrdered,
  LockKeyhole,
  MessageSquareText,
  MousePointerClick,
  ScrollText,
  Send,
  Settings,
  Webhook,
  Workflow,
  type LucideIcon,
} from 'lucide-react'
import type { Service } from '../services/service.ts'

export interface NavigationEntry {
  label: string
  icon: LucideIcon
  /** @param service the one whose pages were shown last, for pages that both services have */
  link: (service: Service) => LinkProps
  /** How the paths of its pages begin; the longest that fits a path decides whose it is. */
  paths: string[]
}

export interface NavigationGroup {
  title: string
  /** Whose pages they are; absent where both services have them. */
  service?: Service
  entries: NavigationEntry[]
}

const page = (
  label: string,
  icon: LucideIcon,
  to: LinkProps['to'] & string,
  ...others: string[]
): NavigationEntry => ({
  label,
  icon,
  link: () => ({ to }),
  paths: [to, ...others],
})

export const overviewEntry = page('Overview', LayoutDashboard, '/')
export const settingsEntry = page('Settings', Settings, '/account', '/held-access')

/** The pages of the main menu, by service, and those that both have. */
export const navigationGroups: NavigationGroup[] = [
  {
    title: 'Automation',
    service: 'automation',
    entries: [
      page('Automations', MousePointerClick, '/automations', '/record'),
      page('Runs', CirclePlay, '/runs'),
      page('Pipelines', Workflow, '/pipelines', '/pipeline-runs'),
      page('Schedules', CalendarClock, '/schedules'),
      page('Requests', MessageSquareText, '/ask'),
      page('Jobs', ListOrdered, '/jobs'),
      page('Heals', Bandage, '/heals'),
      page('Sessions', Cookie, '/sessions'),
      page('Secrets', LockKeyhole, '/secrets'),
      page('Files', Files, '/files'),
    ],
  },
  {
    title: 'Alias',
    service: 'alias',
    entries: [
      page('Inbox', Inbox, '/mailbox', '/compose'),
      page('Aliases', AtSign, '/addresses'),
      page('Forwarding', Forward, '/forwarding'),
      page('Domains', Globe, '/domains'),
      page('Analytics', ChartColumn, '/analytics'),
    ],
  },
  {
    title: 'Developers',
    entries: [
      {
        label: 'API keys',
        icon: KeyRound,
        link: (service) => ({ to: '/keys/$service', params: { service } }),
        paths: ['/keys'],
      },
      {
        label: 'Webhooks',
        icon: Webhook,
        link: (service) => ({ to: '/webhooks/$service', params: { service } }),
        paths: ['/webhooks'],
      },
      {
        label: 'Deliveries',
        icon: Send,
        link: (service) => ({ to: '/webhooks/$service/deliveries', params: { service } }),
        paths: ['/webhooks/automation/deliveries', '/webhooks/alias/deliveries'],
      },
      {
        label: 'Audit log',
        icon: ScrollText,
        link: (service) => ({ to: '/audit-log/$service', params: { service } }),
        paths: ['/audit-log'],
      },
      {
        label: 'API and SDKs',
        icon: CodeXml,
        link: (service) => ({ to: '/developers/$service', params: { service } }),
        paths: ['/developers'],
      },
    ],
  },
]

const everyEntry = [overviewEntry, settingsEntry, ...navigationGroups.flatMap(({ entries }) => entries)]

/** The entry that a page belongs to: never two of them. */
export function findEntry(pathname: string): NavigationEntry | undefined {
  const beginsWith = (path: string) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))
  return everyEntry
    .flatMap((entry) => entry.paths.filter(beginsWith).map((path) => ({ entry, length: path.length })))
    .toSorted((one, other) => other.length - one.length)[0]?.entry
}

/** The service whose page this is; undefined where it is of none, or of both. */
export function findService(pathname: string): Service | undefined {
  const [, , second] = pathname.split('/')
  if (second === 'automation' || second === 'alias') return second
  const entry = findEntry(pathname)
  return navigationGroups.find(({ entries }) => entry && entries.includes(entry))?.service
}
