const lifetimes = [
  { seconds: 600, label: '10 minutes' },
  { seconds: 3600, label: '1 hour' },
  { seconds: 86_400, label: '1 day' },
  { seconds: 7 * 86_400, label: '7 days' },
  { seconds: 30 * 86_400, label: '30 days' },
]

/** The lifetimes that a plan allows for an alias, longest first. */
export const lifetimesUpTo = (maxSeconds: number) =>
  lifetimes.filter(({ seconds }) => seconds <= maxSeconds).toReversed()

/** The shortest lifetime of an alias that renews itself. */
export const renewableSeconds = 86_400
