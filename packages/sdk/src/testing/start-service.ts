import type { AddressInfo, Server } from 'node:net'

/** As much of a service's own test app as the client's tests need. */
interface TestApp {
  app: { server: Server; listen(options: { host: string; port: number }): Promise<string> }
  person(ownerId: string): Promise<{ authorization: string }>
  /** Of the alias service. */
  plan?(accountId: string, plan: 'business'): Promise<void>
  close(): Promise<void>
}

/** A service with a database of its own, on loopback. */
export interface StartedService {
  url: string
  /** A JWT of that person. */
  token(ownerId: string): Promise<string>
  testApp: TestApp
  close(): Promise<void>
}

const testAppFiles = { alias: 'testing/test-app.ts', automation: 'test-app.ts' }

/** @param options of the service's test app */
export async function startService(
  service: 'automation' | 'alias',
  options: object = {},
): Promise<StartedService> {
  // By a name that TypeScript cannot follow: both services describe Fastify's request, each in its own way.
  const { startTestApp } = (await import(
    new URL(`../../../../apps/${service}-api/src/${testAppFiles[service]}`, import.meta.url).href
  )) as { startTestApp(options: object): Promise<TestApp> }
  const testApp = await startTestApp(options)
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    testApp,
    url: `http://127.0.0.1:${(testApp.app.server.address() as AddressInfo).port}`,
    token: async (ownerId) => (await testApp.person(ownerId)).authorization.slice('Bearer '.length),
    close: () => testApp.close(),
  }
}

/** What a service's own tests prepare things with. @param path below `apps/` */
export async function importTestHelper<Module>(path: string): Promise<Module> {
  return (await import(new URL(`../../../../apps/${path}`, import.meta.url).href)) as Module
}
