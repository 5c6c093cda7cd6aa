import { createEngine } from './in-page/create-engine.ts'
import { registerEngine } from './register-engine.ts'

const NAME = 'waypost'

await registerEngine(NAME, createEngine)

export type EngineQuery =
  | 'describe'
  | `describe=${string}`
  | 'same'
  | `candidate=${number}`
  | `around=${string},${number}`
  | `candidates=${string},${number}`
  | `texts=${string}`

/** A Playwright selector for the engine, to be used on a frame or an element. */
export function engineSelector(query: EngineQuery): string {
  return `${NAME}=${query}`
}
