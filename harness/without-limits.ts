/** The environment of an automation service whose one account does more than anybody may by default. */
export const withoutLimits = {
  LIMIT_ACTIVE_RUNS: '1000000',
  LIMIT_WAITING_RUNS: '1000000',
  LIMIT_WAITING_JOBS: '1000000',
  LIMIT_WAITING_INTENTS: '1000000',
  LIMIT_RUN_MINUTES_PER_DAY: '100000000',
  LIMIT_BYTES_STORED: String(2 ** 50),
  LIMIT_AUTOMATIONS: '1000000',
  LIMIT_SCHEDULES: '1000000',
  LIMIT_WEBHOOKS: '1000000',
  LIMIT_REQUESTS_PER_MINUTE: '10000000',
}
