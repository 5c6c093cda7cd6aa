import type { ChildProcess } from 'node:child_process'
import type { Postfix } from '../../apps/alias-api/peers/start-postfix.ts'
import type { Bed } from '../../harness/mail/bed.ts'
import { row, type Row } from '../../harness/report.ts'
import { cpuOf } from '../../harness/cpu-of.ts'
import { sendBySmtpSource } from './send-by-smtp-source.ts'

const rounds = 3

/** Has one client send the same mail to the service and to Postfix in turn, and compares how fast each accepts it. */
export async function compareTaking(
  {
    bed,
    postfix,
    mail,
    file,
    mails,
    connections,
    drained,
  }: {
    bed: Bed
    postfix: Postfix
    mail: ChildProcess
    /** The file with the message. */
    file: string
    /** The number of mails in a round. */
    mails: number
    connections: number
    /** Waits until that many more mails were forwarded. */
    drained(count: number): Promise<void>
  },
  say: (line: string) => void,
): Promise<Row[]> {
  const load = { count: mails, connections }
  const pairs: [ours: number, theirs: number][] = []
  let ourCpuMs = 0
  let theirCpuMs = 0
  for (let round = 1; round <= rounds; round += 1) {
    const theirsBefore = await cpuOf(postfix.pid)
    const theirs = await sendBySmtpSource(postfix.port, file, load)
    theirCpuMs += (await cpuOf(postfix.pid)) - theirsBefore
    const oursBefore = (await cpuOf(mail.pid!)) + (await cpuOf(bed.postgresPid()))
    const ours = await sendBySmtpSource(bed.smtpPort, file, load)
    ourCpuMs += (await cpuOf(mail.pid!)) + (await cpuOf(bed.postgresPid())) - oursBefore
    await drained(mails)
    say(`round ${round}: Postfix takes ${theirs.toFixed(0)} mails/s, we take ${ours.toFixed(0)}`)
    pairs.push([ours, theirs])
  }
  const [value, reference] = pairs.toSorted((one, other) => one[0] / one[1] - other[0] / other[1])[
    Math.floor(rounds / 2)
  ]!
  return [
    row('taken for good, beside Postfix', value, 'mails/s', { reference, atLeast: 1.3, ofRatio: true }),
    row('CPU meanwhile, Postgres and ours beside Postfix', ourCpuMs / rounds / mails, 'ms/mail', {
      reference: theirCpuMs / rounds / mails,
    }),
  ]
}
