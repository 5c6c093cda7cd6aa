import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const usualBytecodeAge = 6

/**
 * Gives back to the system what the start of a process has allocated and no longer needs, a fifth of its memory: V8 would keep it
 * until the process has work for it, which may be never. Compiled code that only the start has run is part of that. It takes about
 * a tenth of a second.
 *
 * @param heapGrowthPercent by how much the heap may grow, after this and each later full collection, until the next one. After
 * a collection for the sake of memory, V8 would choose some 10 % and collect ten times as often under work.
 */
export function returnMemory({ heapGrowthPercent }: { heapGrowthPercent: number }): void {
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`)
  setFlagsFromString('--expose-gc')
  // A context gets the function where it is made while the flag is set.
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  // Code becomes older with each collection that it has not run before, and goes when it is old.
  setFlagsFromString('--bytecode-old-age=1')
  collect({ type: 'major', execution: 'sync' })
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString(`--bytecode-old-age=${usualBytecodeAge}`)
}
