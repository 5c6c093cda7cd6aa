import { execute } from './execute.ts'

/**
 * Makes every waiting delivery due: its job now, and its `next_attempt_at` in a second, since the dispatcher looks for what
 * is about to be due.
 */
export function hastenDeliveries(databaseUrl: string, service: 'automation' | 'alias'): Promise<void> {
  return execute(
    databaseUrl,
    `update ${service}_outbox.job set start_after = now() where state = 'created';
     update ${service}.deliveries set next_attempt_at = now() + interval '1 second' where status = 'pending'`,
  )
}
