import { readFile } from 'node:fs/promises'
import type { CDPSession } from 'playwright-core'

// Size of a memory page in /proc. On systems with larger pages the limit is lower than configured.
const pageBytes = 4096

/**
 * Kills page processes that hold more than `maxBytes` of memory; those pages crash and the rest goes on. V8's own
 * limit on the heap does not cover images, canvases, typed arrays and WebAssembly. Linux only: elsewhere only V8's
 * limit applies.
 */
export function limitMemory(
  session: CDPSession,
  { maxBytes, everyMs = 1_000 }: { maxBytes: number; everyMs?: number },
): { stop: () => void } {
  async function check(): Promise<void> {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    for (const { type, id } of processInfo) {
      if (type === 'renderer' && (await residentBytes(id)) > maxBytes) process.kill(id, 'SIGKILL')
    }
  }
  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    check()
      // A browser that does not respond is detected elsewhere.
      .catch(() => {})
      .finally(() => (isChecking = false))
  }, everyMs).unref()
  if (process.platform !== 'linux') clearInterval(timer)
  return { stop: () => clearInterval(timer) }
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(status.split(' ')[1] ?? 0) * pageBytes
}
