import type { NotificationKind } from '../client/accounts.ts'

/** The emails that an account can do without, in the order of the page. */
export const notificationLabels: Record<NotificationKind, { label: string; hint: string }> = {
  failed_runs: {
    label: 'Runs that fail',
    hint: 'When the runs of an automation or a schedule begin to fail, and when one completes again. Not for each run in between.',
  },
  waiting_runs: { label: 'Runs that wait for you', hint: 'As soon as a run waits for a person.' },
  heals: {
    label: 'Heals to review',
    hint: 'When a run went on with another element, which you have not reviewed. Once a week for each automation at most.',
  },
  webhooks: {
    label: 'Webhooks that fail',
    hint: 'When a webhook of the automation service has delivered nothing for long, and when the alias service has disabled one.',
  },
  domains: {
    label: 'Domains that are lost',
    hint: 'When the DNS records of a domain are gone, or another account has verified it: its aliases receive nothing then.',
  },
  limits: {
    label: 'Limits that are nearly reached',
    hint: 'When 80 % of a limit are used, such as aliases, recipients a day, stored mail, automations or run minutes a day. Once a week for each at most.',
  },
  withheld: {
    label: 'Emails that were not forwarded',
    hint: 'Once a day at most: which emails were withheld from your mailboxes, and why. Not about spam.',
  },
}
