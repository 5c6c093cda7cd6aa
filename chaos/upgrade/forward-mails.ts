import { parseMessage } from '../../apps/alias-api/src/parsing/parse-message.ts'
import { until } from '../../harness/delivery/bed.ts'
import type { Ask } from './ask.ts'
import type { Bed } from './bed.ts'
import type { Person } from './person.ts'

const mailbox = 'ada@example.net'
const letterMs = 20_000

/** Has the mail of an alias forwarded to a mailbox, whose owner follows the link to allow it. */
export async function forwardMails(
  { urls, smarthost }: Bed,
  ask: Ask,
  { aliasKey: headers }: Person,
  addressId: string,
): Promise<void> {
  const url = `${urls.alias}/api/v1`
  const body = { email: mailbox }
  const made = await ask('POST', `${url}/forwarding-addresses`, { headers, body, expect: 201 })
  const { id: forwardToId } = (made!.body as { data: { id: string } }).data
  const findLetter = () => smarthost.mails.find(({ to }) => to.includes(mailbox))
  await until('the letter with the link', async () => findLetter() !== undefined, letterMs)
  const { text } = await parseMessage(findLetter()!.content)
  await ask('POST', /^http\S+/m.exec(text)![0], { expect: 200 })
  const rule = { forwardToId, isActive: true }
  await ask('PATCH', `${url}/addresses/${addressId}/forwarding`, { headers, body: rule, expect: 200 })
}
