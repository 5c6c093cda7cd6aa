import { randomBytes } from 'node:crypto'
import { openBed } from '../../harness/mail/bed.ts'
import { until } from '../../harness/delivery/bed.ts'
import { sendMany } from '../mail/send-many.ts'
import { row, type Row } from '../../harness/report.ts'
import { readMemory, resetHighest, watchMemory, type Memory } from './watch-memory.ts'

const mails = 20
const mebibyte = 1024 * 1024
// The size of the whole message as it is sent.
const bytes = 25_000_000

/**
 * Twenty concurrent mails of 25 MB, each over a connection of its own: how much more memory the mail process uses until the
 * last one is forwarded than when it is idle.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, content] of [
    ['a file', withFile()],
    ['text', withText()],
  ] as const) {
    const { growth, seconds } = await measure(what, content, say)
    rows.push(
      row(`mail process, ${what}`, growth.own / mebibyte, 'MiB more', { atMost: 150 }),
      row(`the processes that read, ${what}`, growth.children / mebibyte, 'MiB more'),
      row(`both at the same time, ${what}`, growth.service / mebibyte, 'MiB more', { atMost: 150 }),
      row(`Postgres, ${what}`, growth.postgres / mebibyte, 'MiB more'),
      row(`until all are out again, ${what}`, seconds, 's'),
    )
  }
  return rows
}

async function measure(
  what: string,
  content: string,
  say: (line: string) => void,
): Promise<{ growth: Memory; seconds: number }> {
  const bed = await openBed(mails)
  try {
    const { pid } = await bed.startMail()
    if (pid === undefined) throw new Error('the mail process did not start')
    await sendMany(bed.smtpPort, bed.aliases, small, { count: 50, connections: 5 })
    await until('warming up', async () => bed.sink.mails.length === 50, 300_000)
    bed.sink.mails.length = 0

    const idle = await readMemory(pid, bed.postgresPid())
    say(`idle: ${Math.round(idle.own / mebibyte)} MiB; ${mails} mails of 25 MB with ${what} at once`)
    await resetHighest(pid)
    const memory = watchMemory(pid, bed.postgresPid())
    const startedAt = performance.now()
    await sendMany(bed.smtpPort, bed.aliases, content, { count: mails, connections: mails })
    const sentAt = performance.now()
    await until('forwarding', async () => bed.sink.mails.length === mails, 300_000)
    const endedAt = performance.now()
    const highest = await memory.stop()
    say(
      `accepted after ${Math.round(sentAt - startedAt)} ms, forwarded after ${Math.round(endedAt - startedAt)} ms`,
    )
    const whole = bed.sink.mails.every((mail) => mail.content.includes(content.slice(-1000)))
    if (!whole) throw new Error('a forwarded mail is not the one that was sent')
    return {
      growth: {
        own: highest.own - idle.own,
        children: highest.children - idle.children,
        service: highest.service - idle.service,
        postgres: highest.postgres - idle.postgres,
      },
      seconds: (endedAt - startedAt) / 1000,
    }
  } finally {
    await bed.close()
  }
}

const small = `From: bob@bob.dev\r\nSubject: small\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(70)}`

function withText(): string {
  return `From: bob@bob.dev\r\nSubject: text\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(bytes / 72)}`
}

function withFile(): string {
  const lines = randomBytes((bytes / 78) * 57)
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n')
  return [
    'From: bob@bob.dev',
    'Subject: file',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'hello',
    '--b',
    'Content-Type: application/octet-stream; name=file.bin',
    'Content-Transfer-Encoding: base64',
    '',
    lines,
    '--b--',
  ].join('\r\n')
}
