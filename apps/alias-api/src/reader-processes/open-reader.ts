import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Starts a process that reads what strangers have written: it can do nothing else, and knows no secret. What it is told
 * and answers keeps its bytes; see `toBuffer`.
 *
 * @param memoryMiB of its heap, after which it dies. It may collect what is dead when it knows that there is much.
 * @param youngMiB of each half of where V8 puts what is new; see `--max-semi-space-size`
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
