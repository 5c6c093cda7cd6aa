import type { ErrorForm } from './error-form.ts'

/** The status, or its replacement where the service's contract does not have it. */
export function knownStatus({ statuses }: Pick<ErrorForm, 'statuses'>, status: number): number {
  if (!statuses || statuses.includes(status)) return status
  return status < 500 ? 400 : 500
}
