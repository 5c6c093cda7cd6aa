import type { AliasApi, AutomationApi } from '@waypost/sdk'
import type { LinkProps } from '@tanstack/react-router'
import { aliasLimitLabels, automationLimitLabels } from '../accounts/usage/limit-labels.ts'
import type { Service } from '../services/service.ts'

/** Something that is not as it should be, and where its owner can do something about it. */
export interface Attention {
  key: string
  tone: 'bad' | 'warn'
  title: string
  detail?: string | undefined
  /** How often, where it is known. */
  count?: number
  /** Since when, or when last. */
  since?: string
  lastAt?: string
  links: { label: string; link: LinkProps }[]
}

/** The part of a limit from which on it needs attention. */
export const nearlyFull = 0.8

const several = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`

type Failure = AutomationApi.Overview['failures'][number]

export function describeFailure({ automationId, executionId, ...failure }: Failure): Attention {
  return {
    key: `${automationId} ${executionId}`,
    tone: 'bad',
    title: failure.automationName,
    detail: failure.error,
    count: failure.count,
    lastAt: failure.lastAt,
    links: [
      { label: 'Last failed run', link: { to: '/runs/$id', params: { id: executionId } } },
      { label: 'Automation', link: { to: '/automations/$id', params: { id: automationId } } },
    ],
  }
}

/** What needs attention in the automation service, the worst first. */
export function listAutomationAttention(overview: AutomationApi.Overview): Attention[] {
  return [
    ...overview.failures.filter(({ isRecovered }) => !isRecovered).map(describeFailure),
    ...overview.schedules.map(({ id, name, failingSince, error }): Attention => ({
      key: id,
      tone: 'bad',
      title: `Schedule ${name}`,
      detail: error ?? undefined,
      since: failingSince,
      links: [{ label: 'Schedule', link: { to: '/schedules/$id', params: { id } } }],
    })),
    ...listWebhooks('automation', overview.webhooks),
    ...listFullLimits(overview.limits, automationLimitLabels),
  ]
}

/**
 * What needs attention in the alias service, the worst first.
 *
 * @param isConfirmed whether the account's email is; before it is, a reminder says what to do
 */
export function listAliasAttention(overview: AliasApi.Overview, isConfirmed: boolean): Attention[] {
  const { sending, emails, forwardingAddresses, domains, webhooks, usage } = overview
  const found: (Attention | false)[] = [
    isConfirmed &&
      sending.reason !== null && {
        key: 'sending',
        tone: 'bad',
        title: 'Your aliases may not send',
        detail: sending.reason,
        links: [{ label: 'Limits', link: { to: '/account/limits' } }],
      },
    emails.failed > 0 && {
      key: 'failed',
      tone: 'bad',
      title: several(emails.failed, 'email was not delivered', 'emails were not delivered'),
      links: [{ label: 'Sent emails', link: { to: '/mailbox', search: { folder: 'sent' } } }],
    },
    forwardingAddresses.suspended > 0 && {
      key: 'suspended',
      tone: 'bad',
      title: several(forwardingAddresses.suspended, 'mailbox refuses mail', 'mailboxes refuse mail'),
      detail: 'Nothing is forwarded there until you confirm it again.',
      links: [{ label: 'Forwarding', link: { to: '/forwarding' } }],
    },
    domains.pending > 0 && {
      key: 'domains',
      tone: 'warn',
      title: several(domains.pending, 'domain is not verified', 'domains are not verified'),
      detail: 'Aliases there receive nothing until the DNS records are found.',
      links: [{ label: 'Domains', link: { to: '/domains' } }],
    },
    forwardingAddresses.unverified > 0 && {
      key: 'unverified',
      tone: 'warn',
      title: several(
        forwardingAddresses.unverified,
        'mailbox is not confirmed',
        'mailboxes are not confirmed',
      ),
      detail: 'Follow the link in the email that we sent there.',
      links: [{ label: 'Forwarding', link: { to: '/forwarding' } }],
    },
  ]
  return [
    ...found.filter((each) => each !== false),
    ...listWebhooks('alias', webhooks),
    ...listFullLimits(usage, aliasLimitLabels),
  ]
}

function listWebhooks(service: Service, { failing, disabled }: AliasApi.Overview['webhooks']): Attention[] {
  const links: Attention['links'] = [
    { label: 'Webhooks', link: { to: '/webhooks/$service', params: { service } } },
  ]
  const found: (Attention | false)[] = [
    disabled > 0 && {
      key: `${service} disabled`,
      tone: 'bad',
      title: several(disabled, `${service} webhook is disabled`, `${service} webhooks are disabled`),
      detail: 'They failed too often and deliver nothing.',
      links,
    },
    failing > 0 && {
      key: `${service} failing`,
      tone: 'warn',
      title: several(failing, `${service} webhook fails`, `${service} webhooks fail`),
      detail: 'Receivers did not accept their latest deliveries.',
      links,
    },
  ]
  return found.filter((each) => each !== false)
}

export type Amounts = Record<string, { used: number; limit: number }>

// Limits that are full only for a moment wait by themselves, and some are of one thing only.
const passing = new Set([
  'activeRuns',
  'requestsPerMinute',
  'webhookPostsPerMinute',
  'activeRecordings',
  'versionsKept',
  'pipelineMembers',
])

const listFullLimits = (amounts: Amounts, labels: Record<string, string>): Attention[] =>
  listLimits(amounts)
    .filter(({ used, limit }) => used / limit >= nearlyFull)
    .map(({ name, used, limit }) => ({
      key: name,
      tone: used >= limit ? 'bad' : 'warn',
      title: `${labels[name]}: ${Math.floor((100 * used) / limit)} % of the limit used`,
      links: [{ label: 'Limits', link: { to: '/account/limits' } }],
    }))

/** The limits that matter to a person, by how full they are. */
export const listLimits = (amounts: Amounts): { name: string; used: number; limit: number }[] =>
  Object.entries(amounts)
    .filter(([name, { used, limit }]) => used > 0 && limit > 0 && !passing.has(name))
    .map(([name, { used, limit }]) => ({ name, used, limit }))
    .toSorted((a, b) => b.used / b.limit - a.used / a.limit)
