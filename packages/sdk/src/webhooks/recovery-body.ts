/** Which deliveries of a webhook to recover. */
export interface Recovery<Event extends string> {
  /** Those created then or later. */
  since: Date | string
  /** Only those created before then. */
  until?: Date | string | undefined
  event?: Event | undefined
  /** Only counts them. */
  dryRun?: boolean | undefined
}

/** The body of a request to recover deliveries. */
export function recoveryBody<Event extends string>(
  asked: Date | string | Recovery<Event>,
): { since: string; until?: string; event?: Event; dryRun?: boolean } {
  const { since, until, event, dryRun }: Recovery<Event> =
    typeof asked === 'string' || asked instanceof Date ? { since: asked } : asked
  return {
    since: new Date(since).toISOString(),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...(event !== undefined && { event }),
    ...(dryRun !== undefined && { dryRun }),
  }
}
