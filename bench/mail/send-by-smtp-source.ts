import { runPostfix } from '../../apps/alias-api/peers/start-postfix.ts'

/** Whether Postfix's load generator, and so Postfix, is on this machine. */
export async function hasSmtpSource(): Promise<boolean> {
  return runPostfix('which', ['smtp-source', 'postfix']).then(
    () => true,
    () => false,
  )
}

/**
 * Has Postfix's smtp-source hand one message over many times, over connections that stay open, each time to another
 * alias (`<number>a@waypost.test`, from 1 on).
 *
 * @param file the message, its lines ended by LF
 * @returns messages a second, by the time from its start to its end
 */
export async function sendBySmtpSource(
  port: number,
  file: string,
  { count, connections }: { count: number; connections: number },
): Promise<number> {
  const startedAt = performance.now()
  const load = ['-d', '-s', String(connections), '-m', String(count), '-F', file]
  const ends = ['-N', '-f', 'bob@bob.dev', '-t', 'a@waypost.test', `127.0.0.1:${port}`]
  await runPostfix('smtp-source', [...load, ...ends])
  return (count * 1000) / (performance.now() - startedAt)
}
