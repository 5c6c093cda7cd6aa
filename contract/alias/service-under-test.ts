import { createClient, type Client } from '../client.ts'
import { startOutsideWorld, type OutsideWorld } from '../outside-world.ts'
import { remoteService } from '../remote-service.ts'
import {
  scopes as everyScope,
  type Alias,
  type CreatedApiKey,
  type CreatedWebhook,
  type Data,
  type Scope,
} from './resources.ts'
import type { Process, RequestLimits, Service } from './service.ts'

/** The service, the people who use it, and the world around it. */
export interface ServiceUnderTest extends Omit<Service, 'tokens'> {
  world: OutsideWorld
  /** Signed in, and on the Business plan. */
  person: Client
  /** Another account; signed in, and on the Business plan. */
  stranger: Client
  anonymous: Client
  /** Creates a key, by default of `person`, live and with every scope. */
  key(options?: { scopes?: readonly Scope[]; mode?: 'live' | 'test'; owner?: Client }): Promise<Client>
  /** Changes the plan of the account that a client is signed in to. */
  plan(owner: Client, plan: 'free' | 'pro' | 'business'): Promise<void>
  /** Creates an alias. */
  alias(owner: Client, fields?: object): Promise<Alias>
  /** Creates a webhook. */
  webhook(owner: Client, events: string[], url?: string): Promise<CreatedWebhook>
}

/**
 * Connects to the service at BASE_URL; without one, starts one on loopback for the caller alone.
 *
 * @param processes - What runs beside a started API; at BASE_URL everything runs.
 * @param limits - Of a started service; by default higher than any test reaches.
 */
export async function startService(
  processes: Process[] = [],
  limits?: RequestLimits,
): Promise<ServiceUnderTest> {
  const service = remoteService ? findRemote() : await startLocally(processes, limits)
  const world = await startOutsideWorld(remoteService?.publicHost)
  const { baseUrl, tokens, adminToken } = service
  // A service at BASE_URL has its usual rate limits, which the suite waits for.
  const open = (credentials: Record<string, string> = {}) =>
    createClient(baseUrl, credentials, { isPatient: remoteService !== undefined })
  const bearer = (token: string) => open({ authorization: `Bearer ${token}` })
  const person = bearer(tokens.person)
  const stranger = bearer(tokens.stranger)
  const operator = bearer(adminToken)
  const plan: ServiceUnderTest['plan'] = async (owner, wanted) => {
    const id = encodeURIComponent(accountOf(owner))
    const { status } = await operator.request('PUT', `/admin/accounts/${id}/plan`, { body: { plan: wanted } })
    if (status !== 200) throw new Error(`the operator was refused: ${status}`)
  }
  for (const owner of [person, stranger]) await plan(owner, 'business')

  return {
    ...service,
    world,
    person,
    stranger,
    anonymous: open(),
    plan,
    async key({ scopes = everyScope, mode = 'live', owner = person } = {}) {
      const { body } = await owner.post<Data<CreatedApiKey>>('/api-keys', { name: 'contract', scopes, mode })
      return bearer(body.data.rawKey)
    },
    async alias(owner, fields = {}) {
      return (await owner.post<Data<Alias>>('/api/v1/addresses', fields)).body.data
    },
    async webhook(owner, events, url = world.hook().url) {
      return (await owner.post<Data<CreatedWebhook>>('/api/v1/webhooks', { url, events })).body.data
    },
    async close() {
      await Promise.all([service.close(), world.close()])
    },
  }
}

function findRemote(): Service {
  if (remoteService!.adminToken === undefined) throw new Error('ADMIN_TOKEN is required with BASE_URL')
  return { ...remoteService!, adminToken: remoteService!.adminToken, close: async () => {} }
}

// Imported only here: at BASE_URL none of the service's own code runs.
async function startLocally(processes: Process[], limits?: RequestLimits): Promise<Service> {
  const { startLocalService } = await import('./local-service.ts')
  return startLocalService(processes, limits)
}

function accountOf({ credentials }: Client): string {
  const [, claims] = credentials['authorization']!.split('.')
  return (JSON.parse(Buffer.from(claims!, 'base64url').toString()) as { sub: string }).sub
}
