import { isSameDatabase } from '@waypost/postgres'
import { EnvironmentError, parseDatabaseUrl, parsedVariable } from '../environment/parse-environment.ts'

/** A further database of a service, which has owners of its own. */
export interface NamedCell {
  name: string
  url: string
}

/** The cells of a service: `c1=postgres://… c2=postgres://…`, separated by white space; none where it is not set. */
export const cellsVariable = parsedVariable(parseCells, '')

function parseCells(text: string): NamedCell[] {
  const cells = text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map(parseCell)
  const names = new Set(cells.map(({ name }) => name))
  if (names.size < cells.length) throw new Error('names a cell twice')
  return cells
}

function parseCell(text: string, index: number): NamedCell {
  const [, name, url] = /^([a-z][a-z0-9]{0,15})=(.+)$/.exec(text) ?? []
  if (name === undefined || url === undefined)
    throw new Error(`cell ${index + 1} is not name=URL, with a name of small letters and digits`)
  return { name, url: parseDatabaseUrl(url) }
}

/** @throws `EnvironmentError` where a database is named twice: it would be worked on as two */
export function requireDifferent(firstUrl: string, cells: NamedCell[], variable: string): void {
  const seen = [{ called: 'the first database', url: firstUrl }]
  for (const { name, url } of cells) {
    const same = seen.find((other) => isSameDatabase(other.url, url))
    if (same)
      throw new EnvironmentError(
        `invalid environment:\n  ${variable}: ${name} is the same database as ${same.called}`,
      )
    seen.push({ called: name, url })
  }
}
