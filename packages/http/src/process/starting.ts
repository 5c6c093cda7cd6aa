import { optimizing } from './optimizing.ts'

/**
 * Imported first by the entry of a process. V8's optimizing compilers take 5 MiB as soon as they have compiled anything, and what
 * is run often enough at a start is never run again. `runProcess` allows them when the process is ready.
 */
optimizing(false)
// Compiled code is kept for processes with the same flags.
process.once('exit', () => optimizing(true))
