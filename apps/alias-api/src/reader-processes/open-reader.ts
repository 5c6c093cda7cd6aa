import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Starts a process that reads untrusted messages: it can do nothing else, and knows no secret. Bytes keep their type
 * in messages to and from it; see `toBuffer`.
 *
 * @param memoryMiB the limit of its heap, after which it dies. It may collect garbage explicitly.
 * @param youngMiB of each semi-space of V8's young generation; see `--max-semi-space-size`
 */
export function openReader(entry: URL, memoryMiB: number, youngMiB: number): ChildProcess {
  return fork(fileURLToPath(entry), {
    serialization: 'advanced',
    execArgv: [
      `--max-old-space-size=${memoryMiB}`,
      `--max-semi-space-size=${youngMiB}`,
      '--expose-gc',
      '--permission',
      '--allow-fs-read=*',
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
