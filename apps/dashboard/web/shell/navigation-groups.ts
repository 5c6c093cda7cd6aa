import type { LinkProps } from '@tanstack/react-router'

interface Entry {
  label: string
  link: LinkProps
}

/** The pages of the main menu, by service. */
export const navigationGroups: { title: string; entries: Entry[] }[] = [
  {
    title: 'Automation',
    entries: [
      { label: 'Automations', link: { to: '/automations' } },
      { label: 'Runs', link: { to: '/runs' } },
      { label: 'Heals', link: { to: '/heals' } },
      { label: 'Pipelines', link: { to: '/pipelines' } },
      { label: 'Schedules', link: { to: '/schedules' } },
      { label: 'Jobs', link: { to: '/jobs' } },
      { label: 'Requests', link: { to: '/ask' } },
      { label: 'Sessions', link: { to: '/sessions' } },
      { label: 'Secrets', link: { to: '/secrets' } },
      { label: 'Files', link: { to: '/files' } },
      { label: 'Webhooks', link: { to: '/webhooks/$service', params: { service: 'automation' } } },
      { label: 'API keys', link: { to: '/keys/$service', params: { service: 'automation' } } },
      { label: 'Audit log', link: { to: '/audit-log/$service', params: { service: 'automation' } } },
    ],
  },
  {
    title: 'Alias',
    entries: [
      { label: 'Aliases', link: { to: '/addresses' } },
      { label: 'Inbox', link: { to: '/mailbox' } },
      { label: 'Forwarding', link: { to: '/forwarding' } },
      { label: 'Domains', link: { to: '/domains' } },
      { label: 'Analytics', link: { to: '/analytics' } },
      { label: 'Webhooks', link: { to: '/webhooks/$service', params: { service: 'alias' } } },
      { label: 'API keys', link: { to: '/keys/$service', params: { service: 'alias' } } },
      { label: 'Audit log', link: { to: '/audit-log/$service', params: { service: 'alias' } } },
    ],
  },
]
