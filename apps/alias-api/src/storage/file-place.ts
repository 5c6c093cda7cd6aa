import type { Services } from '../services.ts'
import type { Stored } from './stored.ts'

/** Where a file is in its message, in base64. */
export interface FilePlace {
  messageOffset: number
  messageBytes: number
}

const elsewhere: Stored = { content: Buffer.alloc(0), restId: null }

/** The files without their contents where their message has these, and the service stores them once. */
export function placeFiles<File extends Partial<Stored>>(
  { storesFilesOnce = true }: Pick<Services, 'storesFilesOnce'>,
  files: File[],
  places: FilePlace[],
): (File | (File & Stored & FilePlace))[] {
  if (!storesFilesOnce) return files
  return files.map((file, index) => {
    const place = places[index]
    return place ? { ...file, ...elsewhere, ...place } : file
  })
}
