import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

interface Panel {
  id: number
  type: string
  title: string
  datasource: { type: string; uid: string }
  gridPos: { x: number; y: number; w: number; h: number }
  targets: { refId: string; expr: string; legendFormat: string }[]
}

export interface Dashboard {
  uid: string
  title: string
  templating: { list: { name: string; type: string; query: string }[] }
  panels: Panel[]
}

/** Grafana's dashboards of a directory, by file name. */
export async function readDashboards(directory: string): Promise<Map<string, Dashboard>> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json'))
  const texts = await Promise.all(names.map((name) => readFile(path.join(directory, name), 'utf8')))
  return new Map(names.map((name, index) => [name, JSON.parse(texts[index]!) as Dashboard]))
}

/** A query as Prometheus gets it: Grafana puts durations in the place of its variables. */
export const withoutVariables = (expression: string): string =>
  expression.replaceAll(/\$__(rate_interval|interval|range)\b/g, '5m')
