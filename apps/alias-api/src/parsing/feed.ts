import type { Transform } from 'node:stream'
import { finished } from 'node:stream/promises'

/** A transform that is fed by hand. Output that comes late is in the next result. */
export interface Fed<Out> {
  write(bytes: Buffer): Promise<Out[]>
  end(): Promise<Out[]>
}

/** Both methods reject with the transform's error. */
export function feed<Out>(transform: Transform): Fed<Out> {
  const out: Out[] = []
  transform.on('data', (each: Out) => out.push(each))
  // The methods reject with the error, so an unhandled event must not end the process.
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
