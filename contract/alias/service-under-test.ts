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
  /** Signed in, on Business too, and somebody else. */
  stranger: Client
  anonymous: Client
  /** A new key of the person, or of somebody else; by default a live one with every scope. */
  key(options?: { scopes?: readonly Scope[]; mode?: 'live' | 'test'; owner?: Client }): Promise<Client>
  /** Puts whoever a client speaks for, signed in, on a plan. */
  plan(owner: Client, plan: 'free' | 'pro' | 'business'): Promise<void>
  /** A new alias of the client's. */
  alias(owner: Client, fields?: object): Promise<Alias>
  /** A new webhook of the client's. */
  webhook(owner: Client, events: string[], url?: string): Promise<CreatedWebhook>
}

/**
 * The service at BASE_URL; without one, a service of the caller's own on loopback.
 *
 * @param processes what has to run beside the API; at BASE_URL all of it does
 * @param limits of the caller's own service; by default higher than any test comes
 */
export async function startService(
  processes: Process[] = [],
  limits?: RequestLimits,
): Promise<ServiceUnderTest> {
  const service = remoteService ? findRemote() : await startLocally(processes, limits)
  const world = await startOutsideWorld(remoteService?.publicHost)
  const { baseUrl, tokens, adminToken } = service
  // Somebody else's service counts requests, and the suite respects that.
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

// Loaded only where it is needed: at BASE_URL nothing of the service's own code takes part.
async function startLocally(processes: Process[], limits?: RequestLimits): Promise<Service> {
  const { startLocalService } = await import('./local-service.ts')
  return startLocalService(processes, limits)
}

function accountOf({ credentials }: Client): string {
  const [, claims] = credentials['authorization']!.split('.')
  return (JSON.parse(Buffer.from(claims!, 'base64url').toString()) as { sub: string }).sub
}
