import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { startPostfix, type Postfix } from '../../apps/alias-api/peers/start-postfix.ts'
import { keyRecordOf } from '../../apps/alias-api/src/signing/dkim-key.ts'
import { signMessage } from '../../apps/alias-api/src/signing/sign-message.ts'
import { openBed, type Bed } from '../../harness/mail/bed.ts'
import { until } from '../../harness/delivery/bed.ts'
import { quantile, row, type Row } from '../../harness/report.ts'
import { compareTaking } from './compare-taking.ts'
import { cpuOf } from '../../harness/cpu-of.ts'
import { hasSmtpSource } from './send-by-smtp-source.ts'
import { sendMany } from './send-many.ts'

const usualMails = 3000
const connections = 20
const warmUps = 200
const bodyBytes = 5000

/**
 * DKIM-signed mail of 5 KB: how fast it is accepted and committed, against Postfix, which accepts the same from the same
 * client and discards it; and how fast it is forwarded, that is parsed, checked, listed, sealed, signed and accepted by the
 * next server, by a process that has just started and by a warm one. A number on the command line is the number of mails.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  if (!(await hasSmtpSource()))
    throw new Error('Postfix is not installed: apt-get install --no-install-recommends postfix')
  const mails = Number(process.argv[3] ?? usualMails)
  const bed = await openBed(mails)
  let postfix: Postfix | undefined
  try {
    postfix = await startPostfix({ default_transport: 'discard:' })
    const content = await signedByBob(bed)
    const file = path.join(postfix.directory, 'message')
    await writeFile(file, content.replaceAll('\r\n', '\n'))
    const mail = await bed.startMail()
    await publishKey(bed)
    let sent = 0
    const drained = async (count: number): Promise<void> => {
      sent += count
      await until('forwarding', async () => bed.sink.mails.length >= sent, 300_000)
    }
    await sendMany(bed.smtpPort, bed.aliases, content, { count: warmUps, connections })
    await drained(warmUps)

    const sendAllTheWay = async () => {
      const cpuBefore = await cpuOf(mail.pid!)
      const postgresBefore = await cpuOf(bed.postgresPid())
      const startedAt = performance.now()
      const tookMs = await sendMany(bed.smtpPort, bed.aliases, content, { count: mails, connections })
      const takenMs = performance.now() - startedAt
      await drained(mails)
      const forwardedMs = performance.now() - startedAt
      const last = bed.sink.mails.at(-1)!.content.toString('latin1')
      return {
        tookMs,
        taken: (mails * 1000) / takenMs,
        forwarded: (mails * 1000) / forwardedMs,
        cpuMs: ((await cpuOf(mail.pid!)) - cpuBefore) / mails,
        postgresMs: ((await cpuOf(bed.postgresPid())) - postgresBefore) / mails,
        isWhole: last.startsWith('DKIM-Signature: ') && /^ARC-Seal: i=1/m.test(last),
      }
    }

    say(`${mails} mails over ${connections} connections`)
    const first = await sendAllTheWay()
    const taking = await compareTaking({ bed, postfix, mail, file, mails, connections, drained }, say)
    // By now V8 has compiled the code that runs often.
    const warm = await sendAllTheWay()
    return [
      ...taking,
      row('taken, while they are worked on', first.taken, 'mails/s'),
      row('250 after the end of DATA, median', quantile(first.tookMs, 0.5), 'ms'),
      row('250 after the end of DATA, p99', quantile(first.tookMs, 0.99), 'ms', { atMost: 100 }),
      row('the whole way, by a mail process just started', first.forwarded, 'mails/s', { atLeast: 120 }),
      row('its CPU', first.cpuMs, 'ms/mail'),
      row('the CPU of Postgres meanwhile', first.postgresMs, 'ms/mail'),
      row('the whole way, once it has had some thousands', warm.forwarded, 'mails/s'),
      row('its CPU then', warm.cpuMs, 'ms/mail'),
      row('the CPU of Postgres then', warm.postgresMs, 'ms/mail'),
      row('of which signed and sealed', first.isWhole && warm.isWhole ? 1 : 0, '', { atLeast: 1 }),
    ]
  } finally {
    await postfix?.close()
    await bed.close()
  }
}

async function signedByBob({ dns }: Bed): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const encoded = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const { host, value } = keyRecordOf({ domain: 'bob.dev', number: 1, publicKey: encoded })
  dns.set(host, { TXT: [value.match(/.{1,255}/g)!] })
  dns.set('bob.dev', { TXT: [['v=spf1 ip4:127.0.0.1 -all']] })
  dns.set('_dmarc.bob.dev', { TXT: [['v=DMARC1; p=reject']] })
  const text = `From: bob@bob.dev\r\nSubject: hello\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(bodyBytes / 72)}`
  const key = { domain: 'bob.dev', selector: 'wp1', privateKey }
  return (await signMessage(Buffer.from(text), key, Date.now() - 1000)).toString()
}

/** Publishes the DKIM key of the service's own domain in the DNS, and waits until the service has seen it. */
async function publishKey({ db, dns }: Bed): Promise<void> {
  await until(
    'making a key',
    async () => (await db.execute(sql`select from alias.dkim_keys`)).rowCount === 1,
    60_000,
  )
  const { rows } = await db.execute<{ public_key: string }>(sql`select public_key from alias.dkim_keys`)
  const { host, value } = keyRecordOf({ domain: 'waypost.test', number: 1, publicKey: rows[0]!.public_key })
  dns.set(host, { TXT: [value.match(/.{1,255}/g)!] })
  const isPublished = async () => {
    await db.execute(sql`update alias.dkim_keys set next_check_at = now() where published_at is null`)
    return (await db.execute(sql`select from alias.dkim_keys where published_at is not null`)).rowCount === 1
  }
  await until('publishing it', isPublished, 60_000)
}
