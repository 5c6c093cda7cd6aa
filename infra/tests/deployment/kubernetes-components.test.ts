import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { production, root } from './production-objects.ts'
import { renderKustomization, type KubernetesObject } from './render-kustomization.ts'
import { validateObject } from './validate-object.ts'

interface PodSpec {
  containers: { name: string; env: { name: string }[]; volumeMounts: { mountPath: string }[] }[]
  volumes: { name: string; secret?: { secretName: string; items?: object[] } }[]
}

/** The production overlay with one more component, all of whose objects are valid. */
async function withComponent(name: string): Promise<KubernetesObject[]> {
  const objects = await renderKustomization(
    path.join(root, 'infra/kubernetes/components', name),
    structuredClone(production),
  )
  expect(objects.flatMap((object) => validateObject(object))).toEqual([])
  return objects
}

const find = (objects: KubernetesObject[], kind: string, name: string) =>
  objects.find((object) => object.kind === kind && object.metadata.name === name)!
const podOf = (objects: KubernetesObject[], name: string) =>
  (find(objects, 'Deployment', name) as unknown as { spec: { template: { spec: PodSpec } } }).spec.template
    .spec

test('mail is delivered by MX: no smarthost is given, and policies of recipients’ domains can be read', async () => {
  const objects = await withComponent('mx-delivery')
  const variables = podOf(objects, 'alias-mail').containers[0]!.env.map(({ name }) => name)
  expect(variables).not.toContain('SMTP_SMARTHOST_FILE')
  expect(variables).toContain('ALIAS_MX_HOST')
  expect(find(objects, 'NetworkPolicy', 'mx-delivery')['spec']).toMatchObject({
    podSelector: { matchLabels: { 'app.kubernetes.io/name': 'alias-mail' } },
    egress: [{ ports: [{ port: 443 }] }],
  })
})

test('alias-mail reads the certificate that cert-manager writes, beside its own secrets', async () => {
  const objects = await withComponent('mail-certificate')
  const { containers, volumes } = podOf(objects, 'alias-mail')
  const { secretName } = find(objects, 'Certificate', 'alias-mail')['spec'] as { secretName: string }
  expect(volumes).toContainEqual({ name: 'certificate', secret: { secretName } })
  expect(containers[0]!.env).toEqual(
    expect.arrayContaining([
      { name: 'SMTP_TLS_CERT_FILE', value: '/run/certificate/tls.crt' },
      { name: 'SMTP_TLS_KEY_FILE', value: '/run/certificate/tls.key' },
    ]),
  )
  expect(containers[0]!.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([
    '/run/secrets',
    '/tmp',
    '/run/certificate',
  ])
})

test('alias-mail asks the rspamd of its namespace, which it can reach', async () => {
  const objects = await withComponent('rspamd')
  expect(podOf(objects, 'alias-mail').containers[0]!.env).toContainEqual({
    name: 'RSPAMD_URL',
    value: 'http://rspamd:11333',
  })
  expect(find(objects, 'NetworkPolicy', 'rspamd')['spec']).toMatchObject({
    podSelector: { matchLabels: { 'app.kubernetes.io/name': 'alias-mail' } },
    egress: [{ ports: [{ port: 11_333 }] }],
  })
})

test('the trigger that the guide adds for a cell scales by what waits there besides', async () => {
  const guide = await readFile(path.join(root, 'docs/operations.md'), 'utf8')
  const [, patch] = /```yaml\n(# a patch of the ScaledObject alias-mail\n.+?)```/s.exec(guide)!
  const [{ path: at, value }] = parse(patch!) as [{ path: string; value: { metadata: { query: string } } }]
  expect(at).toBe('/spec/triggers/-')
  const objects = structuredClone(production)
  const mail = find(objects, 'ScaledObject', 'alias-mail') as unknown as {
    spec: { triggers: { type: string; metadata: { query?: string } }[] }
  }
  mail.spec.triggers.push(value as never)
  expect(objects.flatMap((object) => validateObject(object))).toEqual([])
  const [first, , added] = mail.spec.triggers
  expect([added!.type, added!.metadata.query]).toEqual([first!.type, first!.metadata.query])
})

test('every process with metrics is monitored in the job that the alerts expect', async () => {
  const objects = await withComponent('monitoring')
  const { selector, podMetricsEndpoints } = find(objects, 'PodMonitor', 'waypost')['spec'] as {
    selector: { matchExpressions: { values: string[] }[] }
    podMetricsEndpoints: object[]
  }
  expect(podMetricsEndpoints).toMatchObject([
    { port: 'internal', relabelings: [{ targetLabel: 'job', replacement: 'waypost' }] },
  ])
  const withMetrics = objects.filter(
    (object) => object.kind === 'Deployment' && JSON.stringify(object).includes('"name":"internal"'),
  )
  expect(selector.matchExpressions[0]!.values.toSorted()).toEqual(
    withMetrics.map(({ metadata }) => metadata.name).toSorted(),
  )
})

test('the alerts are a rule of the Prometheus operator as they are', async () => {
  const alerts = parse(await readFile(path.join(root, 'infra/observability/alerts.yaml'), 'utf8')) as object
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'waypost' },
  }
  expect(validateObject({ ...rule, spec: alerts })).toEqual([])
})

test('a Postgres in the cluster has a replica that each commit waits for, and is reached by name', async () => {
  const objects = await withComponent('cloudnative-pg')
  expect(find(objects, 'Cluster', 'postgres')['spec']).toMatchObject({
    instances: 3,
    postgresql: { synchronous: { method: 'any', number: 1 } },
    inheritedMetadata: { labels: { 'app.kubernetes.io/name': 'postgres' } },
  })
  expect(find(objects, 'ScheduledBackup', 'postgres')['spec']).toMatchObject({
    cluster: { name: 'postgres' },
  })
})

test('every process with a database, and every migration, can read the authority of a Postgres in the cluster', async () => {
  const objects = await withComponent('cloudnative-pg')
  const migrations = await renderKustomization(
    path.join(root, 'infra/kubernetes/components/cloudnative-pg/migrations'),
    await renderKustomization(path.join(root, 'infra/kubernetes/migrations')),
  )
  expect(migrations.flatMap((object) => validateObject(object))).toEqual([])
  const pods = [...objects.filter(({ kind }) => kind === 'Deployment'), ...migrations]
  const withDatabase = pods.filter((object) => JSON.stringify(object).includes('DATABASE_URL_FILE'))
  expect(withDatabase).toHaveLength(9)
  for (const object of pods) {
    const { spec } = (object as unknown as { spec: { template: { spec: PodSpec } } }).spec.template
    const mount = { name: 'postgres-authority', mountPath: '/run/postgres', readOnly: true }
    // Without the authority's key, which the Secret has too.
    const secret = { secretName: 'postgres-ca', items: [{ key: 'ca.crt', path: 'ca.crt' }] }
    const [mounts, volumes] = [spec.containers[0]!.volumeMounts, spec.volumes]
    const isMeant = withDatabase.includes(object)
    expect(
      mounts.some(({ mountPath }) => mountPath === mount.mountPath),
      object.metadata.name,
    ).toBe(isMeant)
    if (!isMeant) continue
    expect(mounts).toContainEqual(mount)
    expect(volumes).toContainEqual({ name: 'postgres-authority', secret })
  }
})

const named = (name: string) => ({ matchLabels: { 'kubernetes.io/metadata.name': name } })

test('KEDA and the operator can reach a Postgres in the cluster, and besides them only what has a database', async () => {
  const { ingress } = find(await withComponent('cloudnative-pg'), 'NetworkPolicy', 'postgres')['spec'] as {
    ingress: { from: { namespaceSelector?: object; podSelector?: object }[]; ports: { port: number }[] }[]
  }
  const namespaces = ingress.flatMap(({ from, ports }) =>
    from.flatMap(({ namespaceSelector }) => (namespaceSelector ? [{ namespaceSelector, ports }] : [])),
  )
  expect(namespaces).toEqual([
    { namespaceSelector: named('keda'), ports: [{ port: 5432 }] },
    { namespaceSelector: named('cnpg-system'), ports: [{ port: 8000 }, { port: 5432 }] },
  ])
})

test('routes for operators are reached from private addresses only, and no front without TLS', () => {
  const ingresses = production.filter(({ kind }) => kind === 'Ingress') as unknown as {
    metadata: { name: string; annotations: Record<string, string> }
    spec: { tls: object[]; rules: { host: string; http: { paths: { path: string }[] } }[] }
  }[]
  for (const { metadata, spec } of ingresses) {
    expect(metadata.annotations['nginx.ingress.kubernetes.io/force-ssl-redirect']).toBe('true')
    expect(spec.tls).toHaveLength(1)
  }
  const guarded = ingresses.filter(
    ({ metadata }) => 'nginx.ingress.kubernetes.io/whitelist-source-range' in metadata.annotations,
  )
  const fronts = ['automation.example.com /admin', 'alias.example.com /admin']
  expect(
    guarded.flatMap(({ spec }) =>
      spec.rules.flatMap(({ host, http }) => http.paths.map(({ path: prefix }) => `${host} ${prefix}`)),
    ),
  ).toEqual(fronts)
})
