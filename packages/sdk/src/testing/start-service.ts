import type { AddressInfo, Server } from 'node:net'

/** The part of a service's own test app that the client's tests need. */
interface TestApp {
  app: { server: Server; listen(options: { host: string; port: number }): Promise<string> }
  person(ownerId: string): Promise<{ authorization: string }>
  /** Of the alias service. */
  plan?(accountId: string, plan: 'business'): Promise<void>
  close(): Promise<void>
}

/** A service with its own database, on loopback. */
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
  // Imported by a name that TypeScript cannot resolve: both services augment Fastify's request, each in its own way.
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

/**
 * Imports a helper of a service's own tests.
 *
 * @param path below `apps/`
 */
export async function importTestHelper<Module>(path: string): Promise<Module> {
  return (await import(new URL(`../../../../apps/${path}`, import.meta.url).href)) as Module
}
