import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** How far behind the other processes of the machine those come that read messages. */
export const readersNice = 10

/**
 * Starts a process that reads untrusted messages: it can do nothing else, and knows no secret. Bytes keep their type
 * in messages to and from it; see `toBuffer`. Messages that are hard to read keep it busy; everything else on the
 * machine comes first.
 *
 * @param memoryMiB the limit of its heap, after which it dies. It may collect garbage explicitly.
 * @param nice how far it comes behind other processes
 * @param youngMiB of each semi-space of V8's young generation; see `--max-semi-space-size`
 */
export function openReader(
  entry: URL,
  memoryMiB: number,
  youngMiB: number,
  nice: number = readersNice,
): ChildProcess {
  const reader = fork(fileURLToPath(entry), {
    serialization: 'advanced',
    execArgv: [
      `--max-old-space-size=${memoryMiB}`,
      `--max-semi-space-size=${youngMiB}`,
      '--expose-gc',
      // By default V8 has four threads for itself, mostly to collect garbage. The scheduler would give the process a share for each.
      '--v8-pool-size=1',
      '--permission',
      '--allow-fs-read=*',
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  if (reader.pid !== undefined) setPriority(reader.pid, nice)
  return reader
}
