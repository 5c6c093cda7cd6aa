import { runPostfix } from '../../apps/alias-api/peers/start-postfix.ts'

/** Whether Postfix and its load generator are installed. */
export async function hasSmtpSource(): Promise<boolean> {
  return runPostfix('which', ['smtp-source', 'postfix']).then(
    () => true,
    () => false,
  )
}

/**
 * Sends one message many times with Postfix's smtp-source over connections that stay open, each time to another alias
 * (`<number>a@waypost.test`, from 1 on).
 *
 * @param file - The message, with lines that end in LF.
 *
 * @returns Messages a second, from the start of smtp-source to its end.
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
