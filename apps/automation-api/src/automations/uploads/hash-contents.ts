import { createHash } from 'node:crypto'

export const hashContents = (contents: Buffer): string => createHash('sha256').update(contents).digest('hex')
