const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** Milliseconds → `3 hours`, in the largest unit that fits. */
export function describeSpan(milliseconds: number): string {
  const span = Math.abs(milliseconds)
  const [unit, length] = units.find((each) => span >= each[1]) ?? units[3]
  const count = Math.max(1, Math.floor(span / length))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Milliseconds → `412 ms`, `1.3 s` or a longer unit. */
export function describeDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`
  return milliseconds < 60_000 ? `${(milliseconds / 1000).toFixed(1)} s` : describeSpan(milliseconds)
}
