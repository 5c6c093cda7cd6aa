import { readFile } from 'node:fs/promises'

/** The most resident memory that a process has had, in MiB. */
export async function peakMemoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)![1]) / 1024
}
