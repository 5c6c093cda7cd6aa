import { openAppCells, routeToCells, type App } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { askDirectory } from '../cells/ask-directory.ts'
import { enterKey } from '../cells/enter-key.ts'
import { readCredential } from '../cells/read-credential.ts'
import { removeKey } from '../cells/remove-key.ts'
import type { Directory } from '../services.ts'
import type { ApiProcess } from './api-process.ts'
import { composeApi, type CellsOfApi } from './compose-api.ts'

interface ApiCells {
  /** Undefined where there are none. */
  ofFirst: CellsOfApi | undefined
  start(): Promise<void>
  state(): Record<string, string>
}

/** Composes the API for each cell, once that can be reached. Where there are none, nothing of it is there. */
export function openApiCells(running: ApiProcess): ApiCells {
  const { env, logger, metrics, onStop } = running
  const { promise: home, resolve } = Promise.withResolvers<Db>()
  const directory: Directory = {
    enterKey: async (...key) => enterKey(await home, ...key),
    // The key is deleted by then, and a hash without a key is nobody's.
    removeKey: (...key) =>
      home
        .then((db) => removeKey(db, ...key))
        .catch((err: unknown) => logger.warn({ err }, 'could not remove a key')),
  }
  const settings = env.AUTOMATION_CELLS.map(({ name, url }) => ({ name: nameOf(name), url, directory }))
  const cells = openAppCells(
    settings,
    { registry: metrics.registry, logger, onStop },
    (database, onStopCell) => composeApi({ ...running, onStop: onStopCell }, database),
  )
  const findApp = (cell: string): App | undefined => cells.find(nameOf(cell))?.app
  const route = (app: App, db: Db): void => {
    resolve(db)
    routeToCells(app, { findApp, readCredential, findCells: askDirectory(db) })
  }
  const { start, state } = cells
  const findCells = () =>
    env.AUTOMATION_CELLS.map(({ name }) => ({ name, services: cells.find(nameOf(name))?.services }))
  return { ofFirst: settings.length > 0 ? { route, findCells } : undefined, start, state }
}

const nameOf = (cell: string): string => `automation/${cell}`
