import { sql } from 'drizzle-orm'
import { createFeed } from '@waypost/concurrency'
import { createEgressPolicy } from '@waypost/egress'
import { createLogger, type App } from '@waypost/http'
import { openQueues, systemClock, type Clock } from '@waypost/postgres'
import { createStorage, type ObjectStore } from '@waypost/storage'
import { createJwtIssuer, createTestDatabase, type JwtIssuer, type TestDatabase } from '@waypost/testing'
import { aliasChannel, createKeyring, defaultPostsPerMinute, parseSchedule } from '@waypost/webhooks'
import type { Mode } from '../accounts/owner.ts'
import type { Plan } from '../accounts/plans.ts'
import { setPlan } from '../accounts/set-plan.ts'
import { scope, type Scope } from '../api-keys/scopes.ts'
import { createAliasApp } from '../app.ts'
import { sessionSettings } from '../db/session-settings.ts'
import { arrivalsChannel } from '../arrivals/announce-arrivals.ts'
import { createPgpKeyReader } from '../pgp/pgp-key-reader.ts'
import { installPlatformDomains } from '../platform-domains/install-platform-domains.ts'
import { parsePlatformDomains } from '../platform-domains/parse-platform-domains.ts'
import type { ApiServices, RequestLimits } from '../services.ts'
import { workSchema } from '../work-queues.ts'

/** The service on its own database, under its own role; requests are made by `app.inject`. */
export interface TestApp {
  app: App
  services: ApiServices
  database: TestDatabase
  /** Stores large content; undefined: in the database. */
  objects: ObjectStore | undefined
  issuer: JwtIssuer
  /** Headers of a signed-in person. */
  person(accountId: string): Promise<Credentials>
  /** Headers of a new API key of an account, which is put on the Business plan; by default with every scope. */
  key(accountId: string, options?: { scopes?: Scope[]; mode?: Mode }): Promise<Credentials>
  /** Sets an account's plan. */
  plan(accountId: string, plan: Plan): Promise<void>
  /** Deletes all data and jobs, so that the next test begins with an empty service. */
  empty(): Promise<void>
  /** Another process of the service on the same database. */
  openReplica(): Promise<App>
  close(): Promise<void>
}

type Credentials = { authorization: string }

// Deletes rows, which for the few of a test is much faster than a truncate with its new files.
const emptyEverything = sql.raw(`do $$
  declare data text;
  begin
    set local session_replication_role = replica; -- without triggers: no counters change, and the order does not matter
    for data in select format('%I.%I', schemaname, tablename) from pg_tables
      where schemaname = 'alias' and tablename not in ('migrations', 'platform_domains', 'plan_limits')
    loop execute 'delete from ' || data; end loop;
    delete from ${aliasChannel.outboxSchema}.job;
    delete from ${workSchema}.job;
  end $$`)

export const testEncryptionKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`
export const testAdminToken = 'the operator of the tests'
export const testMxHost = 'mx.waypost.test'
const testDomains = parsePlatformDomains('waypost.test:free+pro+business, pool.test:pro+business')
const noLimits = { perAccount: 1_000_000, perPerson: 1_000_000, perClient: 1_000_000 }

/**
 * @param options `clock`: by default the system's; `limits`: by default higher than any test reaches; `dnsServer`: by
 * default one that does not answer; `objects`: by default large content is stored in the database
 */
export async function startTestApp({
  clock = systemClock,
  limits = noLimits,
  dnsServer = '127.0.0.1:9',
  objects,
  storesFilesOnce,
}: {
  clock?: Clock
  limits?: RequestLimits
  dnsServer?: string
  objects?: ObjectStore
  storesFilesOnce?: boolean
} = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const issuer = await createJwtIssuer()
  const role = 'waypost_alias_api'
  const queue = { url: database.url, role, applicationName: 'test', onError: () => {} }
  const outbox = await openQueues({ ...queue, schema: aliasChannel.outboxSchema })
  const work = await openQueues({ ...queue, schema: workSchema })
  const arrivals = createFeed()
  const pgpKeys = createPgpKeyReader()
  await work.listen(arrivalsChannel, arrivals.announce)
  const openStorage = () => {
    const { db } = database.connectAs(role, sessionSettings)
    return { db, storage: createStorage(db, { schema: 'alias', objects }) }
  }
  const openServices = (): ApiServices => ({
    ...openStorage(),
    storesFilesOnce,
    clock,
    outbox: {
      channel: aliasChannel,
      boss: outbox.boss,
      delaysMs: parseSchedule(aliasChannel.defaultSchedule),
      clock,
    },
    work: work.boss,
    keyring: createKeyring(testEncryptionKeys),
    egress: createEgressPolicy({ allow: ['127.0.0.0/8'] }),
    limits,
    postsPerMinute: defaultPostsPerMinute,
    arrivals,
    pgpKeys,
    dns: { mxHost: testMxHost, servers: [dnsServer], timeoutMs: 30_000 },
    systemMail: { from: 'no-reply@waypost.test', publicUrl: 'https://alias.waypost.test/base' },
  })
  const open: App[] = []
  const openApp = async (of: ApiServices): Promise<App> => {
    const opened = createAliasApp({
      services: of,
      jwt: issuer,
      adminToken: testAdminToken,
      devOutbox: true,
      logger: createLogger('test', 'silent'),
      trustProxy: false,
      corsOrigins: [],
    })
    open.push(opened)
    await opened.ready()
    return opened
  }
  const services = openServices()
  await installPlatformDomains(services, testDomains)
  const app = await openApp(services)

  const person = async (accountId: string) => ({ authorization: `Bearer ${await issuer.token(accountId)}` })
  return {
    app,
    services,
    database,
    objects,
    issuer,
    person,
    async key(accountId, { scopes = scope.options, mode = 'live' } = {}) {
      await setPlan(services, accountId, 'business')
      const response = await app.inject({
        method: 'POST',
        url: '/api-keys',
        headers: await person(accountId),
        payload: { name: 'test', scopes, mode },
      })
      const { data } = response.json<{ data: { rawKey: string } }>()
      return { authorization: `Bearer ${data.rawKey}` }
    },
    async plan(accountId, plan) {
      await setPlan(services, accountId, plan)
    },
    async empty() {
      await untilNoDeadlock(() => database.connectAsOwner().db.execute(emptyEverything))
    },
    openReplica: () => openApp(openServices()),
    async close() {
      await Promise.all(open.map((each) => each.close()))
      await Promise.all([outbox.close(), work.close(), pgpKeys.close()])
      await issuer.close()
      await database.drop()
    },
  }
}

/** Workers that a test leaves running write rows in an order of their own; Postgres ends one of the two. */
async function untilNoDeadlock(empty: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const error = await empty().then(
      () => undefined,
      (failure: unknown) => failure,
    )
    if (error === undefined) return
    const { code } = ((error as Error).cause ?? error) as { code?: string }
    if (code !== deadlockDetected) throw error
  }
}

const deadlockDetected = '40P01'
