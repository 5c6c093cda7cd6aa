// What the tests use of it; it brings no types.
declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      directory: string
      address: string
      port: number
      silent: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    store: { listObjects(bucket: string, options: object): Promise<{ objects: { key: string }[] }> }
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
