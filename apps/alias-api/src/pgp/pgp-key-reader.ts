import { createReaderPool } from '../reader-processes/reader-pool.ts'
import { sendRequest } from '../reader-processes/send-request.ts'
import type { PgpKey } from './read-pgp-key.ts'

export interface PgpKeyRequest {
  armored: string
  /** In milliseconds. */
  at: number
}

/** `issue` completes a sentence that begins with the name of the key. */
export type PgpKeyAnswer = { key: PgpKey } | { issue: string }

/** Reads keys in a process of its own, which is there only while somebody needs it. Owners who wait for it take turns. */
export interface PgpKeyReader {
  read(request: PgpKeyRequest, ownerId: string): Promise<PgpKeyAnswer>
  close(): Promise<void>
}

const defaults = {
  entry: new URL('pgp-key-process.ts', import.meta.url),
  timeoutMs: 5000,
  memoryMiB: 64,
  idleMs: 10_000,
}
const youngMiB = 2

/** Foreign keys are no better than foreign mail: one may take its reader hours, or all memory. */
export function createPgpKeyReader(options: Partial<typeof defaults> = {}): PgpKeyReader {
  const { timeoutMs, ...pooled } = { ...defaults, ...options }
  const pool = createReaderPool({ ...pooled, processes: 1, youngMiB })
  return {
    read: (request, ownerId) =>
      pool
        .use((child) => sendRequest<PgpKeyAnswer>(child, request, timeoutMs), ownerId)
        .catch((): PgpKeyAnswer => ({ issue: 'cannot be read' })),
    close: pool.close,
  }
}
