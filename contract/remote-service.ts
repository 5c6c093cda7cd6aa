import { inject } from 'vitest'
import type { RemoteService } from './register-people.ts'

/** The service at BASE_URL; undefined without one, where the suite starts the service that it tests. */
export const remoteService: RemoteService | undefined = inject('remoteService')
