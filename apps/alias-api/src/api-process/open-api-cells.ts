import { openAppCells, routeToCells, type App } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { createDirectories } from '../cells/create-directories.ts'
import type { Directory } from '../cells/directory.ts'
import { findCellsOf } from '../cells/find-cells-of.ts'
import { routeCredential } from '../cells/route-credential.ts'
import type { ApiProcess } from './api-process.ts'
import { composeApi, type CellsOfApi } from './compose-api.ts'

interface ApiCells {
  /** Undefined where there are none. */
  ofFirst: (CellsOfApi & { directory: Directory }) | undefined
  start(): Promise<void>
  state(): Record<string, string>
}

/** Composes the API for each cell, once that can be reached. Where there are none, nothing of it is there. */
export function openApiCells(running: ApiProcess): ApiCells {
  const { env, logger, metrics, onStop } = running
  const { promise: home, resolve } = Promise.withResolvers<Db>()
  const names = env.ALIAS_CELLS.map(({ name }) => name)
  const findCell = (name: string): Db | undefined => cells.find(nameOf(name))?.services.db
  const directories = createDirectories({ home, findCell, logger })
  const settings = env.ALIAS_CELLS.map(({ name, url }) => ({
    name: nameOf(name),
    url,
    directory: directories.ofCells,
  }))
  const cells = openAppCells(
    settings,
    { registry: metrics.registry, logger, onStop },
    (database, onStopCell) => composeApi({ ...running, onStop: onStopCell }, database),
  )
  const route = (app: App, db: Db): void => {
    resolve(db)
    routeToCells(app, {
      findApp: (cell) => cells.find(nameOf(cell))?.app,
      readCredential: routeCredential,
      findCells: findCellsOf({ home: db, names, findCell }),
    })
  }
  const { start, state } = cells
  const findCells = () =>
    env.ALIAS_CELLS.map(({ name }) => ({ name, services: cells.find(nameOf(name))?.services }))
  return {
    ofFirst: settings.length > 0 ? { route, findCells, directory: directories.ofFirst } : undefined,
    start,
    state,
  }
}

const nameOf = (cell: string): string => `alias/${cell}`
