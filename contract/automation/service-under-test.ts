import { createClient, type Client } from '../client.ts'
import { startOutsideWorld, type OutsideWorld } from '../outside-world.ts'
import { remoteService } from '../remote-service.ts'
import type { Automation, CreatedApiKey, CreatedWebhook, Execution, Scope, Triggered } from './resources.ts'
import type { Process, Service } from './service.ts'
import { waitForExecution } from './wait-for-execution.ts'

/** The service, the people who use it, and the world around it. */
export interface ServiceUnderTest extends Omit<Service, 'tokens'> {
  world: OutsideWorld
  /** Signed in. */
  person: Client
  /** Another account, signed in. */
  stranger: Client
  anonymous: Client
  /** Creates a key, by default of `person`. */
  key(scopes: readonly Scope[], owner?: Client): Promise<Client>
  /** Creates a webhook of `person`. */
  webhook(events: string[], url?: string): Promise<CreatedWebhook>
  /** Creates an automation of `key`'s owner that reads the price on `url`, by default a page that has one. */
  automation(key: Client, url?: string): Promise<Automation>
  /** Triggers an automation and waits until the run has ended. */
  run(key: Client, automationId: string): Promise<Execution>
}

/**
 * Connects to the service at BASE_URL; without one, starts one on loopback for the caller alone.
 *
 * @param processes - What runs beside a started API; at BASE_URL everything runs.
 */
export async function startService(processes: Process[] = []): Promise<ServiceUnderTest> {
  const service: Service = remoteService
    ? { ...remoteService, close: async () => {} }
    : await startLocally(processes)
  const world = await startOutsideWorld(remoteService?.publicHost)
  const { baseUrl, tokens } = service
  const signedIn = (token: string) => createClient(baseUrl, { authorization: `Bearer ${token}` })
  const person = signedIn(tokens.person)

  return {
    ...service,
    world,
    person,
    stranger: signedIn(tokens.stranger),
    anonymous: createClient(baseUrl),
    async key(scopes, owner = person) {
      const { body } = await owner.post<CreatedApiKey>('/api-keys', { name: 'contract', scopes })
      return createClient(baseUrl, { 'x-api-key': body.rawKey })
    },
    async webhook(events, url = world.hook().url) {
      return (await person.post<CreatedWebhook>('/webhooks', { name: 'contract', url, events })).body
    },
    async automation(key, url = world.pageUrl) {
      const actions = [
        { name: 'open', type: 'navigate', url },
        { name: 'read', type: 'extractText', selectors: ['.price'], output: 'price' },
      ]
      return (await key.post<Automation>('/api/v1/automations', { name: 'Price', actions })).body
    },
    async run(key, automationId) {
      const { body } = await key.post<Triggered>(`/api/v1/automations/${automationId}/trigger`)
      // At BASE_URL a cooldown may have to pass first.
      return waitForExecution(key, body.executionId, ['completed', 'failed'], 90_000)
    },
    async close() {
      await Promise.all([service.close(), world.close()])
    },
  }
}

// Imported only here: at BASE_URL none of the service's own code runs.
async function startLocally(processes: Process[]): Promise<Service> {
  const { startLocalService } = await import('./local-service.ts')
  return startLocalService(processes)
}
