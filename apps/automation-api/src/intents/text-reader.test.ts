import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { createTextReader } from './text-reader.ts'

const countLowered = () =>
  readdirSync('/proc/self/task').filter((thread) => getPriority(Number(thread)) > getPriority()).length

test.runIf(process.platform === 'linux')(
  'texts are read in a thread that leaves the processor to the others of its process',
  async () => {
    const before = countLowered()
    const reader = createTextReader()
    await reader.describe([])
    expect(countLowered() - before).toBe(1)
    await reader.close()
  },
)
