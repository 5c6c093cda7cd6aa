import { selectors } from 'playwright-core'
import { createEngine } from './in-page/create-engine.ts'
import { describeElement, isVisible, type Tools } from './in-page/describe-element.ts'
import { findPaths, looksStable } from './in-page/find-paths.ts'
import { findNames, findRole } from './in-page/find-role-and-name.ts'
import { readNeighbours, readText } from './in-page/read-text.ts'

const NAME = 'waypost'

const tools: Tools = {
  readText,
  readNeighbours,
  findRole,
  findNames,
  looksStable,
  findPaths,
  describeElement,
  isVisible,
}

const source = Object.entries(tools).map(([name, tool]) => `${name}: ${tool.toString()}`)

// A browser that was launched before knows nothing of the engine, so it is registered with the import, once a process.
await selectors
  .register(
    NAME,
    { content: `(${createEngine.toString()})({ ${source.join(',\n')} })` },
    { contentScript: true },
  )
  .catch((error: unknown) => {
    if (!String(error).includes('already registered')) throw error
  })

export type EngineQuery = 'describe' | 'same' | `candidate=${number}` | `candidates=${string},${number}`

/** A Playwright selector for the engine, to be used on a frame or an element. */
export function engineSelector(query: EngineQuery): string {
  return `${NAME}=${query}`
}
