/**
 * The smallest UUIDv7 of a moment: every id that was made earlier is below it, and none that was made later. So where
 * ids are in the order of time, their index finds what is old, and no further one is needed.
 */
export function firstIdAt(at: Date): string {
  const ms = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`
}
