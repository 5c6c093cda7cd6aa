import { handOver } from '../../../harness/mail/hand-over.ts'
import type { Attack, AttackContext } from '../attack.ts'
import { slow } from '../destinations.ts'
import { startMailServer } from '../mail-server.ts'
import { must } from '../tenant.ts'
import { clientAddress, clients, createAlias, headerOf } from './mail.ts'

const linkPattern = /\/verify-forwarding\?token=[\w-]{43}/

/** HTML in which there is a lot to take out. */
const content = `${headerOf('rewritten')}Content-Type: text/html\r\n\r\n${'<p><a href="https://example.com/?utm_source=x&id=1">x</a><img src="https://example.com/o.gif" width="1" height="1"></p>\r\n'.repeat(1500)}`

/** Mails of 190 KB that are rid of trackers before they are forwarded. */
export const rewrittenForwards: Attack = {
  async run(context) {
    const { bed, hostile, repeat, begin } = context
    const { id, address } = await createAlias(hostile)
    const forwardToId = await confirmMailbox(context)
    const rule = { forwardToId, isActive: true, removesTrackers: true }
    await must(hostile.alias('PATCH', `/api/v1/addresses/${id}/forwarding`, rule))
    begin()
    await repeat(clients, async (place) =>
      (await handOver(bed.smtpPort, address, content, clientAddress(place))) ? 'taken' : 'refused',
    )
  },
}

/** Adds a mailbox that is confirmed with the link that it was sent. */
async function confirmMailbox({ bed, hostile, over, count }: AttackContext): Promise<string> {
  const { domain, address } = slow[0]!
  const { promise: link, resolve } = Promise.withResolvers<string>()
  const server = await startMailServer(address!, bed.deliveryPort, (text) => {
    const [found] = linkPattern.exec(text) ?? []
    if (found === undefined) count('forwarded')
    else resolve(found)
  })
  over.addEventListener('abort', () => void server.close())
  const { data } = await must<{ data: { id: string } }>(
    hostile.alias('POST', '/api/v1/forwarding-addresses', { email: `eve@${domain}` }),
  )
  const { ok } = await fetch(`${bed.urls.alias}${await link}`, { method: 'POST' })
  if (!ok) throw new Error('The mailbox was not confirmed')
  return data.id
}
