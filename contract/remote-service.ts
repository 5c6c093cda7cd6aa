import { inject } from 'vitest'
import type { RemoteService } from './register-people.ts'

/** The service at BASE_URL; without one, the suite starts what it tests. */
export const remoteService: RemoteService | undefined = inject('remoteService')
