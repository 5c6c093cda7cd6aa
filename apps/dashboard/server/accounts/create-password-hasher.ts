import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createGate } from './create-gate.ts'
import { formatPhcString, parsePhcString, type PhcString } from './phc-string.ts'

export interface PasswordHasher {
  /** @returns argon2id in PHC form */
  hash(password: string): Promise<string>
  /** @param stored the result of `hash`; without one, the same work is done and the result is false */
  verify(password: string, stored: string | undefined): Promise<boolean>
}

// The argon2id parameters of the OWASP Password Storage Cheat Sheet.
const usualCost = { memoryKibibytes: 19 * 1024, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

const computeArgon2 = promisify(argon2)

/**
 * Limits how many passwords are hashed at a time. Each hash takes 19 MiB and one of libuv's four threads, so a flood of
 * logins could otherwise exhaust memory and starve the rest of the process.
 */
export function createPasswordHasher({
  concurrency = 2,
  maxWaiting = 100,
  cost = usualCost,
} = {}): PasswordHasher {
  const gate = createGate({ concurrency, maxWaiting })
  const nobodys: PhcString = { ...cost, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) }

  const compute = (password: string, { memoryKibibytes, passes, parallelism, salt, hash }: PhcString) =>
    gate(() =>
      computeArgon2('argon2id', {
        // Normalised, so that a password is the same in every Unicode composition (NIST SP 800-63B, 3.1.1.2).
        message: password.normalize('NFKC'),
        nonce: salt,
        memory: memoryKibibytes,
        passes,
        parallelism,
        tagLength: hash.length,
      }),
    )

  return {
    async hash(password) {
      const empty: PhcString = { ...cost, salt: randomBytes(saltBytes), hash: Buffer.alloc(hashBytes) }
      return formatPhcString({ ...empty, hash: await compute(password, empty) })
    },
    async verify(password, stored) {
      const expected = stored === undefined ? nobodys : parsePhcString(stored)
      return timingSafeEqual(await compute(password, expected), expected.hash)
    },
  }
}
