/**
 * The smallest UUIDv7 of a moment: every id created earlier is smaller, and none created later. Where ids are in the
 * order of time, old rows are therefore found by the ids' index, without another one.
 */
export function firstIdAt(at: Date): string {
  const ms = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`
}
