import type { Plugin } from 'rolldown'

/** The libraries that pg-boss reads schedules with. */
const readers = {
  'cron-parser': 'export const CronExpressionParser = { parse: refuse }',
  'rrule-temporal': 'export class RRuleTemporal { constructor() { refuse() } }',
}

/** Leaves out what only schedules of pg-boss need, which nothing uses: 0.3 MB of each process. */
export const withoutSchedules: Plugin = {
  name: 'without-schedules',
  resolveId: (source, importer) =>
    source in readers && importer?.includes('/pg-boss/')
      ? { id: `without-schedules:${source}`, moduleSideEffects: false }
      : undefined,
  load(id) {
    const [, name] = /^without-schedules:(.*)/.exec(id) ?? []
    if (name === undefined) return undefined
    const refuse = "function refuse() { throw new Error('The schedules of pg-boss are not in this bundle') }"
    return `${refuse}\n${readers[name as keyof typeof readers]}`
  },
}
