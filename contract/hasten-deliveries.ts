import { execute } from './execute.ts'

/** Makes every waiting delivery due, and announces it as one that is published to be sent at once. */
export function hastenDeliveries(databaseUrl: string, service: 'automation' | 'alias'): Promise<void> {
  return execute(
    databaseUrl,
    `begin;
     update ${service}_outbox.job set name = 'deliveries', priority = 0, start_after = now() where name = 'deferred' and state = 'created';
     update ${service}.deliveries set next_attempt_at = now() where status = 'pending';
     commit;
     notify ${service}_outbox`,
  )
}
