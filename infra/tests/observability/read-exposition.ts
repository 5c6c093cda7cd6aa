/** A metric by the name that queries ask for it by. */
export interface ExportedMetric {
  type: string
  /** Of all its series; none where nothing has happened yet. */
  series: Record<string, string>[]
}

const sampleForm = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/
const labelForm = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g
const suffixes: Record<string, string[]> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
}

/** What a process serves at `/metrics`, in Prometheus's text format. */
export function readExposition(text: string): Map<string, ExportedMetric> {
  const metrics = new Map<string, ExportedMetric>()
  for (const line of text.split('\n')) {
    const [hash, keyword, name, type] = line.split(' ')
    if (hash === '#' && keyword === 'TYPE')
      for (const suffix of suffixes[type!] ?? ['']) metrics.set(name! + suffix, { type: type!, series: [] })
    const sample = sampleForm.exec(line)
    if (!sample || line.startsWith('#')) continue
    const labels = [...(sample[2] ?? '').matchAll(labelForm)].map(([, label, value]) => [label!, value!])
    metrics.get(sample[1]!)?.series.push(Object.fromEntries(labels) as Record<string, string>)
  }
  return metrics
}
