import { setFlagsFromString } from 'node:v8'

const growthPercent = 100

/**
 * Has V8 collect garbage once the heap is twice what was in use, where it would let it grow fourfold. The records of requests
 * outlive the young generation: in a drain of 20,000, a heap of 41 MiB in use grew to 130.
 */
export function collectEarly(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
}
