import { parseMessage } from '../../apps/alias-api/src/parsing/parse-message.ts'
import { until } from '../../harness/delivery/bed.ts'
import type { Bed } from './bed.ts'
import type { SendRequest } from './count-requests.ts'
import type { Person } from './person.ts'

const mailbox = 'ada@example.net'
const linkMs = 20_000

/** Sets up forwarding of an alias to a mailbox, which is verified by the link mailed to it. */
export async function forwardMails(
  { urls, smarthost }: Bed,
  request: SendRequest,
  { aliasKey: headers }: Person,
  addressId: string,
): Promise<void> {
  const url = `${urls.alias}/api/v1`
  const body = { email: mailbox }
  const made = await request('POST', `${url}/forwarding-addresses`, { headers, body, expect: 201 })
  const { id: forwardToId } = (made!.body as { data: { id: string } }).data
  const findMail = () => smarthost.mails.find(({ to }) => to.includes(mailbox))
  await until('the mail with the link', async () => findMail() !== undefined, linkMs)
  const { text } = await parseMessage(findMail()!.content)
  await request('POST', /^http\S+/m.exec(text)![0], { expect: 200 })
  const rule = { forwardToId, isActive: true }
  await request('PATCH', `${url}/addresses/${addressId}/forwarding`, { headers, body: rule, expect: 200 })
}
