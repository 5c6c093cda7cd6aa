import { findDatabaseFault, type Db } from '@waypost/postgres'
import type { Registry } from 'prom-client'
import type { App } from '../app.ts'
import type { Logger } from '../observability/logger.ts'
import type { ReadinessCheck } from '../observability/health.ts'
import type { Stop } from '../process/create-undos.ts'
import { openCells, type Cells } from './open-cells.ts'

/** An API on the database of a cell. */
interface Composed<Services> {
  /** It listens nowhere: requests are given to it. */
  app: App
  services: Services
  checkKeys: ReadinessCheck
}

interface Running {
  registry: Registry
  logger: Logger
  onStop(stop: Stop): void
}

/**
 * Opens an application for each cell, as soon as that can be reached.
 *
 * @param compose the application and what it does by itself; `onStop` registers what undoes a part of it
 */
export function openAppCells<Settings extends { name: string }, Services extends { db: Db }>(
  settings: Settings[],
  { registry, logger, onStop }: Running,
  compose: (settings: Settings, onStop: (stop: Stop) => void) => Promise<Composed<Services>>,
): Cells<{ app: App; services: Services; check: ReadinessCheck }> {
  const cells = openCells(settings, {
    registry,
    logger,
    async open(one, onStopCell) {
      const { app, services, checkKeys } = await compose(one, onStopCell)
      await app.ready()
      const check = async () => (await findDatabaseFault(services.db)) ?? (await checkKeys())
      return { app, services, check }
    },
  })
  onStop(async () => void (await Promise.all(cells.stops.map((stop) => stop()))))
  return cells
}
