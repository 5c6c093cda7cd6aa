import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
// @ts-expect-error It brings no types; what is used of it is `Server`.
import S3rver from 's3rver'
import { createObjectStore } from '../create-object-store.ts'
import type { ObjectStore } from '../object-store.ts'
import { parseStorageUrl } from '../parse-storage-url.ts'

/** An object store of somebody else's making, on loopback. */
export interface TestObjectStore extends ObjectStore {
  url: string
  /** Keys of what there is. */
  list(): Promise<string[]>
  close(): Promise<void>
}

interface Server {
  store: { listObjects(bucket: string, options: object): Promise<{ objects: { key: string }[] }> }
  run(): Promise<{ port: number }>
  close(): Promise<void>
}

const bucket = 'kept'

/** For tests: its key and secret are both `S3RVER`, and it keeps what it is given in a folder until it is closed. */
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
