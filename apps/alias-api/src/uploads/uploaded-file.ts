import type { Storage } from '@waypost/storage'
import { readWhole, type Stored } from '../storage/stored.ts'

/** A file that came in the body of a request, in which it stands in place of its text. */
export class UploadedFile {
  /** In bytes. */
  readonly size: number
  readonly #stored: Stored
  readonly #sha256: string

  constructor(stored: Stored, size: number, sha256: string) {
    this.size = size
    this.#stored = stored
    this.#sha256 = sha256
  }

  /** Where it is until the request is answered. Private to its class, so that nobody who goes through a body reads the bytes. */
  stored(): Stored {
    return this.#stored
  }

  isLarge(): boolean {
    return this.#stored.restId !== null
  }

  read(storage: Pick<Storage, 'open'>): Buffer | AsyncIterable<Buffer> {
    return this.isLarge() ? readWhole(storage, this.#stored) : this.#stored.content
  }

  /** What the request is recognised by when it is sent again. */
  toJSON(): string {
    return this.#sha256
  }
}
