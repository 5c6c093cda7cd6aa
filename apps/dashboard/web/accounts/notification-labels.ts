import type { NotificationKind } from '../client/accounts.ts'

/** The emails that an account can do without, in the order of the page. */
export const notificationLabels: Record<NotificationKind, { label: string; hint: string }> = {
  failed_runs: {
    label: 'Runs that fail',
    hint: 'When a schedule’s run fails, and when a later one completes. Not again for each run in between.',
  },
  waiting_runs: { label: 'Runs that wait for you', hint: 'As soon as a run waits for a person.' },
  webhooks: {
    label: 'Webhooks that fail',
    hint: 'When a webhook of the automation service has delivered nothing for long, once for each time.',
  },
}
