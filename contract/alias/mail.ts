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

interface Message {
  subject?: string
  text?: string
  html?: string
  attachments?: { filename: string; content: string }[]
}

const author = { name: 'Bob', address: 'bob@example.net' }

/** Sends a message to an alias over SMTP; rejects with the service's refusal. */
export async function writeTo(
  { smtpUrl }: Pick<ServiceUnderTest, 'smtpUrl'>,
  to: string,
  { subject = 'Hello', text = 'The tide turns at five.', ...more }: Message = {},
): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ignoreTLS: true })
  await transport.sendMail({ from: author, to, subject, text, ...more })
}

/** Sends a message to an alias and waits until its owner can read it. */
export async function receive(
  service: Pick<ServiceUnderTest, 'smtpUrl'>,
  owner: Client,
  alias: Alias,
  message: Message = {},
): Promise<ListedEmail> {
  const list = async () =>
    (await owner.get<EmailPage>(`/api/v1/emails?address_id=${alias.id}&type=received`)).body
  const { total } = await list()
  await writeTo(service, alias.address, message)
  return waitFor('the email', async () => {
    const page = await list()
    return page.total > total && page.data[0]
  })
}

/** The address of a new mailbox. */
export const newMailbox = () => `mailbox-${crypto.randomUUID()}@example.net`

export async function addForwardingAddress(owner: Client, email = newMailbox()): Promise<ForwardingAddress> {
  return (await owner.post<Data<ForwardingAddress>>('/api/v1/forwarding-addresses', { email })).body.data
}

/** The path of the verification link in the mail to a mailbox; undefined in production, where the suite cannot read it. */
export async function linkSentTo(
  { anonymous }: Pick<ServiceUnderTest, 'anonymous'>,
  email: string,
): Promise<string | undefined> {
  const read = () => anonymous.get<Data<CaughtMessage[]>>(`/dev/outbox?to=${encodeURIComponent(email)}`)
  if ((await read()).status === 404) return undefined
  const mail = await waitFor('the mail with the link', async () => (await read()).body.data[0])
  return /\/verify-forwarding\?token=\S+/.exec(mail.bodyText)![0]
}

/** Adds a forwarding address and verifies it; undefined in production, where the suite cannot read the link. */
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

/** The name of a new domain. */
export const newDomainName = () => `contract-${crypto.randomUUID()}.dev`

export async function addDomain(owner: Client, domain = newDomainName()): Promise<CreatedDomain> {
  return (await owner.post<Data<CreatedDomain>>('/api/v1/domains', { domain })).body.data
}
