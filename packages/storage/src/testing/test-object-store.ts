import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
// @ts-expect-error The package has no types; only `Server` is used.
import S3rver from 's3rver'
import { createObjectStore } from '../create-object-store.ts'
import type { ObjectStore } from '../object-store.ts'
import { parseStorageUrl } from '../parse-storage-url.ts'

/** An independent implementation of an object store, on loopback. */
export interface TestObjectStore extends ObjectStore {
  url: string
  /** The keys of all objects. */
  list(): Promise<string[]>
  close(): Promise<void>
}

interface Server {
  store: { listObjects(bucket: string, options: object): Promise<{ objects: { key: string }[] }> }
  run(): Promise<{ port: number }>
  close(): Promise<void>
}

const bucket = 'kept'

/** For tests: key and secret are both `S3RVER`; the store keeps its objects in a folder until it is closed. */
export async function startTestObjectStore(): Promise<TestObjectStore> {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-objects-'))
  const server: Server = new S3rver({
    directory,
    address: '127.0.0.1',
    port: 0,
    silent: true,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  const url = `http://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}`
  const store = createObjectStore(parseStorageUrl(url))
  return {
    ...store,
    url,
    list: async () => (await server.store.listObjects(bucket, {})).objects.map(({ key }) => key),
    async close() {
      await store.close()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
