import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ParsedMessage } from './parse-message.ts'

/**
 * Reads messages in processes of their own, which can do nothing else and know no secret: a message that is made to
 * hurt hurts nothing but itself.
 */
export interface MessageParser {
  /** Rejects for a message that cannot be parsed, or not within the time or the memory that one may take. */
  parse(content: Buffer): Promise<ParsedMessage>
  close(): Promise<void>
}

export interface ParserOptions {
  /** Messages at a time. */
  processes: number
  timeoutMs: number
  memoryMiB: number
  /** What the processes run. */
  entry?: URL
}

const startMs = 30_000

class ParserKilledError extends Error {}

type Answer = { parsed: ParsedMessage } | { error: string }

export function createMessageParser({
  processes,
  timeoutMs,
  memoryMiB,
  entry = new URL('parser-process.ts', import.meta.url),
}: ParserOptions): MessageParser {
  const ready = new WeakMap<ChildProcess, Promise<void>>()
  const open = () => {
    const child = fork(fileURLToPath(entry), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryMiB}`, '--permission', '--allow-fs-read=*'],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // Of one that nobody waits for: the next message gets another.
    child.on('error', () => {})
    ready.set(child, isReady(child))
    return child
  }
  const idle: ChildProcess[] = []
  let opened = 0
  const waiting: ((child: ChildProcess) => void)[] = []
  const giveBack = (child: ChildProcess) => {
    const next = waiting.shift()
    if (next) next(child)
    else idle.push(child)
  }

  const take = async (): Promise<ChildProcess> => {
    const free = idle.shift()
    if (free) return free
    if (opened === processes) return new Promise((resolve) => waiting.push(resolve))
    opened += 1
    return open()
  }
  const attempt = async (content: Buffer): Promise<Answer> => {
    const given = await take()
    const child = given.connected ? given : open()
    try {
      // How long a process takes to start is not the message's fault.
      await ready.get(child)
      const answer = await ask(child, content, timeoutMs)
      giveBack(child)
      return answer
    } catch (error) {
      child.kill('SIGKILL')
      giveBack(open())
      throw error
    }
  }

  return {
    async parse(content) {
      const answer = await attempt(content).catch((error: unknown) => {
        if (!(error instanceof ParserKilledError)) throw error
        // Perhaps somebody else has, who needed the memory.
        return attempt(content)
      })
      if ('error' in answer) throw new Error(answer.error)
      return withBuffers(answer.parsed)
    },
    async close() {
      await Promise.all(idle.map(end))
    },
  }
}

/** When it has said so, has ended, or took so long that it never will. */
async function isReady(child: ChildProcess): Promise<void> {
  const done = new AbortController()
  const { signal } = done
  const events = [
    once(child, 'message', { signal }),
    once(child, 'exit', { signal }),
    setTimeout(startMs, undefined, { signal }),
  ]
  try {
    await Promise.race(events)
  } catch {
    // It ended before it began; whoever asks it hears of it.
  } finally {
    done.abort()
    await Promise.allSettled(events)
  }
}

async function ask(child: ChildProcess, content: Buffer, timeoutMs: number): Promise<Answer> {
  const done = new AbortController()
  const { signal } = done
  try {
    const answered = once(child, 'message', { signal }) as Promise<[Answer]>
    const ended = once(child, 'exit', { signal }).then(([, killedBy]) =>
      Promise.reject(
        // What runs out of its own memory aborts.
        killedBy === 'SIGKILL'
          ? new ParserKilledError('the parser was killed')
          : new Error('the parser died'),
      ),
    )
    const late = setTimeout(timeoutMs, undefined, { signal }).then(() =>
      Promise.reject(new Error(`parsing took longer than ${timeoutMs} ms`)),
    )
    child.send(content)
    const [answer] = await Promise.race([answered, ended, late])
    return answer
  } finally {
    done.abort()
  }
}

/** What comes from another process has lost what makes bytes a Buffer. */
function withBuffers(parsed: ParsedMessage): ParsedMessage {
  return {
    ...parsed,
    attachments: parsed.attachments.map(({ content, ...attachment }) => ({
      ...attachment,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
