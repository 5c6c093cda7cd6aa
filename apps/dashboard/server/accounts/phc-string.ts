/** An argon2id hash with the salt and parameters to compute it again. */
export interface PhcString {
  memoryKibibytes: number
  passes: number
  parallelism: number
  salt: Buffer
  hash: Buffer
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** https://github.com/P-H-C/phc-string-format */
export function formatPhcString({ memoryKibibytes, passes, parallelism, salt, hash }: PhcString): string {
  return `$argon2id$v=19$m=${memoryKibibytes},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`
}

export function parsePhcString(text: string): PhcString {
  const [, memory, passes, parallelism, salt, hash] = form.exec(text) ?? []
  if (!salt || !hash) throw new Error('not an argon2id hash in PHC form')
  return {
    memoryKibibytes: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
