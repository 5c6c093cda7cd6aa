import { until } from '../../harness/delivery/bed.ts'
import { openBed } from '../../harness/mail/bed.ts'
import { sendMany } from '../mail/send-many.ts'
import type { Topology } from '../../harness/citus/cluster.ts'
import { measureWork, type Work } from './cpu-by-node.ts'
import { processUrl } from '../../harness/citus/process-url.ts'

const mails = 400
const connections = 10
const content = `From: bob@bob.dev\r\nSubject: hello\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(30)}`

/** Mails that are accepted, listed, forwarded and accepted by the next server. */
export async function measureMails(topology: Topology, say: (line: string) => void): Promise<Work> {
  const { url: databaseUrl, encryptionKeys } = topology
  const bed = await openBed(mails, { databaseUrl, encryptionKeys, processUrl: processUrl(topology) })
  try {
    await bed.startMail()
    const send = async (): Promise<{ count: number; perSecond: number }> => {
      const before = bed.sink.mails.length
      const startedAt = performance.now()
      await sendMany(bed.smtpPort, bed.aliases, content, { count: mails, connections })
      await until('forwarding', async () => bed.sink.mails.length >= before + mails, 300_000)
      return { count: mails, perSecond: (mails * 1000) / (performance.now() - startedAt) }
    }
    await send()
    say(`${topology.name}: ${mails} mails over ${connections} connections`)
    return await measureWork(topology, 'mails', send)
  } finally {
    await bed.close()
  }
}
