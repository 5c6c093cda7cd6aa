import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createRegistries } from './process-registries.ts'
import { readDashboards, withoutVariables } from './read-dashboards.ts'
import { readExposition, type ExportedMetric } from './read-exposition.ts'
import { readQuery, type Selector } from './read-query.ts'

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string }
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const infra = path.join(root, 'infra/observability')
const { groups } = parse(await readFile(path.join(infra, 'alerts.yaml'), 'utf8')) as {
  groups: { name: string; rules: Rule[] }[]
}
const rules = groups.flatMap((group) => group.rules)
const dashboards = await readDashboards(path.join(infra, 'dashboards'))
const panels = [...dashboards].flatMap(([file, { panels: own }]) =>
  own.map((panel) => ({ ...panel, name: `${file}: ${panel.title}` })),
)
const queries: { where: string; query: string }[] = [
  ...rules.map(({ alert, expr }) => ({ where: alert, query: expr })),
  ...panels.flatMap(({ name, targets }) =>
    targets.map(({ expr }) => ({ where: name, query: withoutVariables(expr) })),
  ),
]

// Prometheus adds these labels to every target, and this one metric itself.
const targetLabels = ['job', 'instance']
const upMetric: ExportedMetric = { type: 'gauge', series: [{ job: 'waypost', instance: '' }] }

let database: TestDatabase
/** The processes that could not read all of their metrics. */
const unread: string[] = []
const exported = new Map<string, ExportedMetric>([['up', upMetric]])
beforeAll(async () => {
  database = await createTestDatabase()
  const registries = await createRegistries((role) => database.connectAs(role))
  for (const [name, registry] of Object.entries(registries)) {
    const text = await registry.metrics()
    if (/^waypost_readings_failed_total\{.*\} [1-9]/m.test(text)) unread.push(name)
    for (const [metric, { type, series }] of readExposition(text)) {
      const known = exported.get(metric) ?? { type, series: [] }
      known.series.push(...series)
      exported.set(metric, known)
    }
  }
})
afterAll(() => database.drop())

test('every process can read all metrics that it exports with its own role', () => expect(unread).toEqual([]))

/** The problem of a selector, given the exported metrics. */
function findFault({ metric, matchers, groupedBy }: Selector): string | undefined {
  const found = exported.get(metric)
  if (!found) return `${metric} is not exported`
  const labels = new Set([...targetLabels, ...found.series.flatMap((series) => Object.keys(series))])
  const unknown = [...groupedBy, ...matchers.map(({ label }) => label)].filter((label) => !labels.has(label))
  if (unknown.length > 0) return `${metric} has no label ${unknown.join(', ')}`
  // The values of routes and statuses are open. Other labels have few values, all of which are exported from the start.
  for (const { label, operator, value } of matchers) {
    if (['route', 'status'].includes(label) || operator.startsWith('!')) continue
    for (const wanted of operator === '=~' ? value.split('|') : [value])
      if (!found.series.some((series) => series[label] === wanted))
        return `${metric} is never exported with ${label}="${wanted}"`
  }
  return undefined
}

const faultsOf = (query: string) => readQuery(query).flatMap((selector) => findFault(selector) ?? [])

describe('a query of a dashboard or an alert', () => {
  test.each(queries)('uses only exported metrics and labels: $where', ({ query }) => {
    expect(readQuery(query).length).toBeGreaterThan(0)
    expect(faultsOf(query)).toEqual([])
  })

  // The largest of several databases says nothing about all that waits.
  const counts = /^waypost_(queue_due|outbound_waiting|deliveries_pending)$/
  test.each(queries.filter(({ query }) => !query.startsWith('absent(')))(
    'counts what waits in every database of a service: $where',
    ({ query }) => {
      const counted = readQuery(query).filter(({ metric }) => counts.test(metric))
      expect(counted.filter(({ groupedBy }) => !groupedBy.includes('channel'))).toEqual([])
    },
  )

  test.each([
    ['max(waypost_queue_dues)', 'waypost_queue_dues is not exported'],
    ['max by (que) (waypost_queue_due)', 'waypost_queue_due has no label que'],
    ['waypost_queue_due{que="runs"}', 'waypost_queue_due has no label que'],
    ['waypost_queue_due{queue="run"}', 'waypost_queue_due is never exported with queue="run"'],
    ['sum by (le) (rate(waypost_runs_total[5m]))', 'waypost_runs_total has no label le'],
    [
      'waypost_queue_due{process="dispatcher"}',
      'waypost_queue_due is never exported with process="dispatcher"',
    ],
    ['max(up) and on (queue) waypost_runs_total', 'up has no label queue'],
  ])('with an unknown metric or label is reported: %s', (query, fault) => {
    expect(faultsOf(query)).toContain(fault)
  })

  test.each([
    'sum(rate(up[5m])',
    'sum by queue (up)',
    'up{job=waypost}',
    'rate(up[$__rate_interval])',
    '{job="x"}',
  ])('that is not valid PromQL is refused: %s', (query) => {
    expect(() => readQuery(query)).toThrow()
  })
})

describe.each(rules)('the alert $alert', ({ alert, expr, for: duration = '0m', labels, annotations }) => {
  test('has a name, a severity, a duration and a text that uses only labels of its expression', () => {
    expect(alert).toMatch(/^Waypost[A-Z][A-Za-z]+$/)
    expect(['critical', 'warning']).toContain(labels.severity)
    expect(duration).toMatch(/^\d+[mh]$/)
    expect(annotations.summary).toMatch(/\.$/)
    const told = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label!)
    const selectors = readQuery(expr)
    const isAggregated = /\b(sum|max|min|absent)\b/.test(expr)
    const kept = isAggregated ? selectors.flatMap(({ groupedBy }) => groupedBy) : [...targetLabels, 'process']
    expect(told.filter((label) => !kept.includes(label))).toEqual([])
  })
})

test('the operations guide has a line for every alert, and no others', async () => {
  const guide = await readFile(path.join(root, 'docs/operations.md'), 'utf8')
  const told = [...guide.matchAll(/^\| `(Waypost\w+)` +\| (.+?) +\| (.+?) +\|$/gm)]
  expect(told.map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert))
  for (const [, name, meaning, action] of told)
    expect(
      [meaning!.length, action!.length].every((length) => length > 10),
      name,
    ).toBe(true)
})

describe.each([...dashboards])('the dashboard %s', (file, { uid, title, templating, panels: own }) => {
  test('queries the Prometheus that is chosen in it, and has unique names', () => {
    expect(`${uid}.json`).toBe(`waypost-${file}`)
    expect(title).toMatch(/^Waypost: /)
    expect(templating.list).toMatchObject([{ name: 'datasource', type: 'datasource', query: 'prometheus' }])
    for (const { datasource } of own) expect(datasource).toEqual({ type: 'prometheus', uid: '${datasource}' })
    expect(new Set(own.map(({ id }) => id)).size).toBe(own.length)
    expect(own.length).toBeGreaterThanOrEqual(10)
    expect(own.length).toBeLessThanOrEqual(15)
  })

  test('has panels that do not overlap, and legends with existing labels', () => {
    const cells = own.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...own.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24)
    for (const { title: name, targets } of own)
      for (const { expr, legendFormat } of targets) {
        const told = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!)
        const kept = new Set(readQuery(withoutVariables(expr)).flatMap(({ groupedBy }) => groupedBy))
        expect(
          told.filter((label) => !kept.has(label)),
          name,
        ).toEqual([])
      }
  })
})

test('dashboards exist for delivery, for each service, and for all processes', () => {
  expect([...dashboards.keys()].toSorted()).toEqual([
    'alias.json',
    'automation.json',
    'delivery.json',
    'processes.json',
  ])
})
