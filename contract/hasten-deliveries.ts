import { execute } from './execute.ts'

/** Due in a moment instead of now: the dispatcher looks for what will be due. */
export function hastenDeliveries(databaseUrl: string, service: 'automation' | 'alias'): Promise<void> {
  return execute(
    databaseUrl,
    `update ${service}_outbox.job set start_after = now() where state = 'created';
     update ${service}.deliveries set next_attempt_at = now() + interval '1 second' where status = 'pending'`,
  )
}
