import { ApiError } from './api-error.ts'

/** Whether a service said that there is no such thing (any more). */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404
