import { PgpKeyError, readPgpKey } from './read-pgp-key.ts'
import type { PgpKeyAnswer, PgpKeyRequest } from './pgp-key-reader.ts'

// Ctrl-C signals the whole process group. The process finishes its key, and its parent ends it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

// Reads one key after the other. Ends with its parent.
process.on('message', ({ armored, at }: PgpKeyRequest) => {
  void readPgpKey(armored, new Date(at))
    .then((key): PgpKeyAnswer => ({ key }))
    .catch((error: unknown): PgpKeyAnswer => ({
      issue: error instanceof PgpKeyError ? error.message : 'cannot be read',
    }))
    .then((answer) => process.send!(answer))
})

process.send!('ready')
