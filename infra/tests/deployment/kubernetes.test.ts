import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { processEntries } from './process-entries.ts'
import { named, ofKind, production, render, root } from './production-objects.ts'
import { entryOf, readDockerfile, type Stage } from './read-dockerfile.ts'
import { renderKustomization, type KubernetesObject } from './render-kustomization.ts'
import { validateObject } from './validate-object.ts'

interface Container {
  image: string
  command?: string[]
  env: {
    name: string
    value?: string
    valueFrom?: { configMapKeyRef?: { name: string; key: string }; fieldRef?: { fieldPath: string } }
  }[]
  securityContext: object
}

interface PodSpec {
  containers: Container[]
  securityContext: object
  automountServiceAccountToken: boolean
  volumes: { name: string; secret?: { secretName: string } }[]
}

const single = await render('overlays/single')
const stages: Map<string, Stage> = await readDockerfile(path.join(root, 'infra/docker/Dockerfile'))

const podOf = (object: KubernetesObject) =>
  (object as unknown as { spec: { template: { spec: PodSpec } } }).spec.template.spec
const processes = ofKind('Deployment').map((object) => object.metadata.name)
const workloads = [...ofKind('Deployment'), ...ofKind('Job')].map(
  (object) => [object.metadata.name, podOf(object)] as const,
)

const targetOf = (image: string) => /waypost\/([\w-]+)/.exec(image)![1]!
describe.each([
  ['production', production],
  ['single', single],
])('the overlay %s', (_overlay, objects) => {
  test('consists of objects that are valid by the schemas of the Kubernetes API, field by field', () => {
    expect(
      objects.flatMap((object) => validateObject(object).map((issue) => [object.metadata.name, issue])),
    ).toEqual([])
  })

  test('has each object once, in its own namespace', () => {
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(objects.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['waypost']))
  })

  test('starts every process of the product, and migrates each database', () => {
    const pods = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job').map(podOf)
    const entries = pods.map(({ containers }) =>
      entryOf(stages, targetOf(containers[0]!.image), containers[0]!.command),
    )
    expect(entries.toSorted()).toEqual(Object.keys(processEntries).toSorted())
  })
})

test('a misspelt field and a field of the wrong type are found', () => {
  const [deployment] = ofKind('Deployment')
  const spec = deployment!['spec'] as object
  expect(validateObject({ ...deployment!, spec: { ...spec, replica: 2 } })).toEqual([
    '/spec/replica is not in the schema',
  ])
  expect(validateObject({ ...deployment!, spec: { ...spec, replicas: 'two' } })).toEqual([
    expect.stringContaining('must be integer'),
  ])
})

describe.each(workloads)('%s', (name, pod) => {
  const [container] = pod.containers as [Container]
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'waypost-kubernetes-'))
    for (const [file, content] of Object.entries({
      database_url: 'postgres://login:password@postgres/waypost',
      encryption_keys: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
      webhook_fallback_secret: 'x'.repeat(32),
      admin_token: 'x'.repeat(16),
      smtp_smarthost: 'smtps://user:password@mail.example.com',
    }))
      await writeFile(path.join(directory, file), content)
  })
  afterAll(() => rm(directory, { recursive: true }))
  afterEach(() => vi.unstubAllEnvs())

  test('gets every variable that it requires, no unknown ones, and its secrets from files', () => {
    const settings = named('ConfigMap', 'settings')!['data'] as Record<string, string>
    for (const variable of Object.keys(process.env)) vi.stubEnv(variable, undefined)
    for (const { name: variable, value, valueFrom } of container.env) {
      const given = value ?? (valueFrom?.fieldRef ? '10.1.2.3' : settings[valueFrom!.configMapKeyRef!.key])
      expect(given, variable).toBeTruthy()
      vi.stubEnv(variable, given!.replace('/run/secrets', directory))
    }
    const known = Object.keys(
      processEntries[entryOf(stages, targetOf(container.image), container.command)]!(),
    )
    const variables = container.env.map((each) => each.name.replace(/_FILE$/, ''))
    expect(variables.filter((variable) => !known.includes(variable))).toEqual([])
    for (const { name: variable, value } of container.env)
      if (/SECRET|TOKEN|KEYS|DATABASE_URL|SMARTHOST/.test(variable))
        expect(value).toMatch(/^\/run\/secrets\//)
  })

  test('reads only its own secret, and cannot write to its image, gain privileges, or run as root', () => {
    const secrets = pod.volumes.flatMap(({ secret }) => secret?.secretName ?? [])
    // The browser host has none, and its filter of system calls allows Chromium's own sandbox.
    const isHost = name === 'browser-host'
    expect(secrets).toEqual(isHost ? [] : [name.startsWith('migrate-') ? 'migration' : name])
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 10001,
        seccompProfile: isHost
          ? { type: 'Localhost', localhostProfile: 'waypost/runner.json' }
          : { type: 'RuntimeDefault' },
      },
    })
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(existsSync(path.join(root, entryOf(stages, targetOf(container.image), container.command)))).toBe(
      true,
    )
  })
})

describe.each(processes)('%s', (name) => {
  test('has a service, a disruption budget, a network policy, and an autoscaler', () => {
    for (const kind of ['Service', 'PodDisruptionBudget', 'NetworkPolicy'])
      expect(named(kind, name), kind).toBeDefined()
    const selector = { 'app.kubernetes.io/name': name }
    expect(named('Service', name)!['spec']).toMatchObject({ selector })
    expect(named('PodDisruptionBudget', name)!['spec']).toMatchObject({ selector: { matchLabels: selector } })
    expect(named('NetworkPolicy', name)!['spec']).toMatchObject({ podSelector: { matchLabels: selector } })
    const scalers = [...ofKind('HorizontalPodAutoscaler'), ...ofKind('ScaledObject')]
    const targets = scalers.map(
      (object) => (object['spec'] as { scaleTargetRef: { name: string } }).scaleTargetRef.name,
    )
    expect(targets.filter((target) => target === name)).toHaveLength(1)
  })

  test('is replaced one pod at a time, and each pod has longer to stop than it takes', () => {
    const { spec } = named('Deployment', name) as unknown as {
      spec: { strategy: object; template: { spec: { terminationGracePeriodSeconds: number } } }
    }
    expect(spec.strategy).toEqual({ rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } })
    // STOP_DELAY_SECONDS, plus the 30 s that a process takes at most.
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(8 + 30)
  })
})

test('browsers can run on a kernel of their own', async () => {
  const component = path.join(root, 'infra/kubernetes/components/sandbox')
  const objects = await renderKustomization(component, production)
  expect(objects.flatMap((object) => validateObject(object))).toEqual([])
  const sandboxed = objects.filter(
    (object) => object.kind === 'Deployment' && 'runtimeClassName' in podOf(object),
  )
  expect(sandboxed.map(({ metadata }) => metadata.name)).toEqual(['browser-host'])
})

test('every process that uses the object store gets its URL from a file, and can reach it', async () => {
  const component = path.join(root, 'infra/kubernetes/components/storage')
  const objects = await renderKustomization(component, production)
  expect(objects.flatMap((object) => validateObject(object))).toEqual([])
  const given = objects.flatMap((object) => {
    if (object.kind !== 'Deployment') return []
    const variable = podOf(object).containers[0]!.env.find(({ name }) => name === 'STORAGE_URL_FILE')
    return variable ? [[object.metadata.name, variable.value]] : []
  })
  const keepers = ['automation-api', 'automation-runner', 'alias-api', 'alias-mail']
  expect(Object.fromEntries(given)).toEqual(
    Object.fromEntries(keepers.map((name) => [name, '/run/secrets/storage_url'])),
  )
  expect(objects.find(({ metadata }) => metadata.name === 'storage')).toMatchObject({
    spec: { podSelector: { matchExpressions: [{ values: keepers }] }, egress: [{ ports: [{ port: 443 }] }] },
  })
})

describe('scaling by the queues', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  test('queries only what its role can read, and gets a number', async () => {
    const { db } = database.connectAs('waypost_monitor')
    const triggers = ofKind('ScaledObject').flatMap(
      (object) => (object['spec'] as { triggers: { type: string; metadata: { query: string } }[] }).triggers,
    )
    const queries = triggers.flatMap(({ type, metadata }) => (type === 'postgresql' ? metadata.query : []))
    expect(queries).toHaveLength(4)
    for (const query of queries) {
      const { rows } = await db.execute(sql.raw(query))
      expect(rows).toHaveLength(1)
      expect(Object.values(rows[0]!)).toEqual(['0'])
    }
  })
})
