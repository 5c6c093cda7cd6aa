import { readFile } from 'node:fs/promises'
import type { CDPSession } from 'playwright-core'

// Pages of memory as /proc counts them. Where they are larger the limit is lower than asked for.
const pageBytes = 4096

/**
 * Kills processes of pages that hold more than `maxBytes` of memory; those pages crash and the rest goes on. V8's own
 * limit on the heap does not see what images, canvases, typed arrays and WebAssembly take. Linux only: elsewhere only
 * that one holds.
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
      // A browser that does not answer is for others to notice.
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
