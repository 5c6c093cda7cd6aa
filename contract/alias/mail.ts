import { waitFor } from '@waypost/testing'
import { createTransport } from 'nodemailer'
import type { Client } from '../client.ts'
import type {
  CaughtMessage,
  CreatedDomain,
  EmailPage,
  ForwardingAddress,
  ListedEmail,
} from './mail-resources.ts'
import type { Alias, Data } from './resources.ts'
import type { ServiceUnderTest } from './service-under-test.ts'

export interface Letter {
  subject?: string
  text?: string
  html?: string
  attachments?: { filename: string; content: string }[]
}

const author = { name: 'Bob', address: 'bob@example.net' }

/** Writes to an alias as anybody can; rejects with what the service refuses it with. */
export async function writeTo(
  { smtpUrl }: Pick<ServiceUnderTest, 'smtpUrl'>,
  to: string,
  { subject = 'Hello', text = 'The tide turns at five.', ...more }: Letter = {},
): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ignoreTLS: true })
  await transport.sendMail({ from: author, to, subject, text, ...more })
}

/** Writes to an alias, and waits until its owner can read it. */
export async function receive(
  service: Pick<ServiceUnderTest, 'smtpUrl'>,
  owner: Client,
  alias: Alias,
  letter: Letter = {},
): Promise<ListedEmail> {
  const list = async () =>
    (await owner.get<EmailPage>(`/api/v1/emails?address_id=${alias.id}&type=received`)).body
  const { total } = await list()
  await writeTo(service, alias.address, letter)
  return waitFor('the email', async () => {
    const page = await list()
    return page.total > total && page.data[0]
  })
}

/** A mailbox that nobody has been asked about yet. */
export const newMailbox = () => `mailbox-${crypto.randomUUID()}@example.net`

export async function addForwardingAddress(owner: Client, email = newMailbox()): Promise<ForwardingAddress> {
  return (await owner.post<Data<ForwardingAddress>>('/api/v1/forwarding-addresses', { email })).body.data
}

/** The path of the link that was sent to a mailbox; undefined where only its owner can read it. */
export async function linkSentTo(
  { anonymous }: Pick<ServiceUnderTest, 'anonymous'>,
  email: string,
): Promise<string | undefined> {
  const read = () => anonymous.get<Data<CaughtMessage[]>>(`/dev/outbox?to=${encodeURIComponent(email)}`)
  if ((await read()).status === 404) return undefined
  const letter = await waitFor('the letter', async () => (await read()).body.data[0])
  return /\/verify-forwarding\?token=\S+/.exec(letter.bodyText)![0]
}

/** A mailbox that has confirmed; undefined where only its owner can. */
export async function addConfirmed(
  service: Pick<ServiceUnderTest, 'anonymous'>,
  owner: Client,
): Promise<ForwardingAddress | undefined> {
  const added = await addForwardingAddress(owner)
  const link = await linkSentTo(service, added.email)
  if (link === undefined) return undefined
  await service.anonymous.request('POST', link)
  return (await owner.get<Data<ForwardingAddress>>(`/api/v1/forwarding-addresses/${added.id}`)).body.data
}

/** A domain that nobody else has. */
export const newDomainName = () => `contract-${crypto.randomUUID()}.dev`

export async function addDomain(owner: Client, domain = newDomainName()): Promise<CreatedDomain> {
  return (await owner.post<Data<CreatedDomain>>('/api/v1/domains', { domain })).body.data
}
