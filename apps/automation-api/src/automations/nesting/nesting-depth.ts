import { nestedIn } from './nested-in.ts'

/** How many levels of steps there are; 1 where no step has steps within it. */
export function nestingDepth(actions: object[]): number {
  return actions.length === 0 ? 0 : 1 + Math.max(...actions.map((action) => nestingDepth(nestedIn(action))))
}
