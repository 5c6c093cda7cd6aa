import { Gauge, type Registry } from 'prom-client'
import type { Logger } from '../observability/logger.ts'
import { createUndos, type Stop } from '../process/create-undos.ts'
import { createCell, type Cell, type OpenCell } from './create-cell.ts'

type Opened = Omit<OpenCell, 'stop'>

interface CellsOptions<Settings, Open extends Opened> {
  registry: Registry
  logger: Logger
  /**
   * Works on one from then on.
   *
   * @param onStop registers what undoes a part: when the cell stops, or when this throws
   */
  open(settings: Settings, onStop: (stop: Stop) => void): Promise<Open>
}

/** Further databases that a process works on; each may be away at any time. */
export interface Cells<Open extends Opened> {
  /** What a cell is open to; undefined where it cannot be worked on, or is none of this process. */
  find(name: string): Open | undefined
  /** @returns once it is known of each whether it can be worked on, after some seconds at the latest */
  start(): Promise<void>
  /** Each by itself: one that cannot end its work, because its database is gone, holds up none of the others. */
  stops: Stop[]
  /** Why each cannot be worked on, or `ok`. */
  state(): Record<string, string>
}

/** Opens cells as soon as each can be, and tells which of them are away in the log and in a gauge. */
export function openCells<Settings extends { name: string }, Open extends Opened>(
  settings: Settings[],
  { registry, logger, open }: CellsOptions<Settings, Open>,
): Cells<Open> {
  const up = new Gauge({
    name: 'waypost_cell_up',
    help: 'Whether a further database of a service can be worked on, by the last look.',
    labelNames: ['channel'],
    registers: [registry],
  })
  const cells = settings.map((one): Cell<Open & OpenCell> => {
    const { name: channel } = one
    const openOne = async (): Promise<Open & OpenCell> => {
      const { onStop, undo } = createUndos((err) => logger.warn({ err, channel }, 'could not close'))
      try {
        return { ...(await open(one, onStop)), stop: undo }
      } catch (error) {
        await undo()
        throw error
      }
    }
    up.set({ channel }, 0)
    return createCell(channel, openOne, (problem) => {
      up.set({ channel }, Number(problem === undefined))
      if (problem === undefined) logger.info({ channel }, 'cell is there')
      else logger.warn({ channel, problem }, 'cell is away')
    })
  })
  const byName = new Map(cells.map((cell) => [cell.name, cell]))
  return {
    find: (name) => byName.get(name)?.current(),
    start: async () => void (await Promise.all(cells.map((cell) => cell.start()))),
    stops: cells.map(({ stop }) => stop),
    state: () => Object.fromEntries(cells.map(({ name, problem }) => [name, problem() ?? 'ok'])),
  }
}
