import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  /** Whether a mail of this subject has come; it is asked for once. */
  take(subject: string): true | undefined
  close(): Promise<void>
}

/**
 * A mail server that takes everything, and remembers what came by its subject.
 *
 * @param onMail is given the text of each mail, with its soft line breaks undone
 */
export async function startMailServer(
  address: string,
  port: number,
  onMail: (text: string) => void = () => {},
): Promise<MailServer> {
  const subjects = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const content = Buffer.concat(chunks).toString()
        subjects.add(/^Subject: (.*?)\r?$/im.exec(content)?.[1] ?? '')
        onMail(content.replaceAll('=\r\n', '').replaceAll('=3D', '='))
        done()
      })
    },
  })
  server.on('error', () => {})
  await once(server.listen(port, address), 'listening')
  return {
    take: (subject) => subjects.delete(subject) || undefined,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
