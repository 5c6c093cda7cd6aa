import type { Transform } from 'node:stream'
import { finished } from 'node:stream/promises'

/** A transform that is fed by hand. What comes out of it late is in the next answer. */
export interface Fed<Out> {
  write(bytes: Buffer): Promise<Out[]>
  end(): Promise<Out[]>
}

/** Both reject with what the transform fails with. */
export function feed<Out>(transform: Transform): Fed<Out> {
  const out: Out[] = []
  transform.on('data', (each: Out) => out.push(each))
  // Whoever writes to it, or ends it, is told.
  transform.on('error', () => {})
  return {
    async write(bytes) {
      await new Promise<void>((resolve, reject) => {
        transform.write(bytes, (error) => (error ? reject(error) : resolve()))
      })
      return out.splice(0)
    },
    async end() {
      transform.end()
      await finished(transform)
      return out.splice(0)
    },
  }
}
