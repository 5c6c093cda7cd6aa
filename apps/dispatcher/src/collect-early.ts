import { setFlagsFromString } from 'node:v8'

const growthPercent = 80

/**
 * Has V8 collect garbage once the heap has grown by four fifths of what was in use, where it would let it grow fourfold. The
 * records of requests outlive the young generation, so that a drain filled 240 MiB with garbage.
 */
export function collectEarly(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
}
