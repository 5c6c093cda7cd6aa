import { setTimeout } from 'node:timers/promises'
import { handOver } from '../../harness/mail/hand-over.ts'
import type { Bed } from './bed.ts'
import type { SendRequest } from './count-requests.ts'
import { forwardMails } from './forward-mails.ts'
import type { Person } from './person.ts'

/** What the services acknowledged. */
export interface Acknowledged {
  /** The end of each execution: `completed`, or `failed` with its error; undefined where it was not seen to end. */
  executions: Map<string, string | undefined>
  addresses: Set<string>
  deletedAddresses: Set<string>
  /** The subjects of mails that were answered 250. */
  mails: Set<string>
  refusedMails: string[]
}

const runners = 3
// There is always some load, and not so much that new processes do not start in time.
const pauseMs = 250
// Enough for the service to process some of them in one batch.
const mailsAtOnce = 24
const runLimitMs = 60_000

interface Options {
  request: SendRequest
  person: Person
  /** The actions of the automations, each of which runs again and again. */
  kinds: object[][]
  over: AbortSignal
}

/** Uses every part of the product concurrently until `over`, then waits for the active runs. */
export async function runLoad(bed: Bed, { over, request, person, kinds }: Options): Promise<Acknowledged> {
  const { dashboard, automation, alias } = bed.urls
  const acknowledged: Acknowledged = {
    executions: new Map(),
    addresses: new Set(),
    deletedAddresses: new Set(),
    mails: new Set(),
    refusedMails: [],
  }
  const mailbox = await createAddress()
  if (!mailbox) throw new Error('no address to write to')
  await forwardMails(bed, request, person, mailbox.id)

  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    while (!over.aborted) {
      await work()
      await setTimeout(pauseMs)
    }
  }

  async function createAddress(): Promise<{ id: string; address: string } | undefined> {
    const answer = await request('POST', `${alias}/api/v1/addresses`, {
      headers: person.aliasKey,
      body: { alias: 'chaos', expiresIn: 86_400 },
      expect: 201,
    })
    const made = (answer?.body as { data: { id: string; address: string } } | undefined)?.data
    if (made) acknowledged.addresses.add(made.id)
    return made
  }

  async function useAddresses(): Promise<void> {
    const made = await createAddress()
    await request('GET', `${alias}/api/v1/emails?limit=5`, { headers: person.aliasKey, expect: 200 })
    if (!made) return
    const url = `${alias}/api/v1/addresses/${made.id}`
    const answer = await request('DELETE', url, { headers: person.aliasKey, expect: 200 })
    if (answer) acknowledged.deletedAddresses.add(made.id)
  }

  async function browseDashboard(): Promise<void> {
    const headers = person.cookie
    await request('GET', `${dashboard}/auth/session`, { headers, expect: 200 })
    await request('GET', `${dashboard}/automation/api/v1/automations`, { headers, expect: 200 })
    await request('GET', `${dashboard}/alias/api/v1/addresses`, { headers, expect: 200 })
    await request('GET', `${dashboard}/.well-known/jwks.json`, { expect: 200 })
  }

  let { refreshToken } = person
  async function refresh(): Promise<void> {
    const answer = await request('POST', `${dashboard}/auth/refresh`, { body: { refreshToken }, expect: 200 })
    if (answer) ({ refreshToken } = answer.body as { refreshToken: string })
    await setTimeout(500)
  }

  let number = 0
  const writeMails = () => Promise.all(Array.from({ length: mailsAtOnce }, writeMail))
  async function writeMail(): Promise<void> {
    const subject = `mail ${(number += 1)}`
    const content = `From: bob@bob.dev\r\nSubject: ${subject}\r\n\r\n${'x'.repeat(500)}`
    if (await handOver(bed.smtpPort, mailbox!.address, content)) acknowledged.mails.add(subject)
    else acknowledged.refusedMails.push(`${new Date().toISOString()} ${subject}`)
  }

  async function createAutomation(actions: object[]): Promise<string> {
    const body = { name: 'Chaos', actions }
    const options = { headers: person.key, body, expect: 201 }
    const answer = await request('POST', `${automation}/api/v1/automations`, options)
    return (answer!.body as { id: string }).id
  }

  async function run(automationId: string): Promise<void> {
    const url = `${automation}/api/v1`
    const trigger = { headers: person.key, body: {}, expect: 202 }
    const answer = await request('POST', `${url}/automations/${automationId}/trigger`, trigger)
    if (!answer) return
    const { executionId } = answer.body as { executionId: string }
    acknowledged.executions.set(executionId, undefined)
    for (const deadline = performance.now() + runLimitMs; performance.now() < deadline;) {
      await setTimeout(100)
      const seen = await request('GET', `${url}/executions/${executionId}`, {
        headers: person.key,
        expect: 200,
      })
      const { status, error } = (seen?.body ?? {}) as { status?: string; error?: string | null }
      if (status !== 'completed' && status !== 'failed') continue
      acknowledged.executions.set(executionId, status === 'completed' ? status : `${status}: ${error}`)
      return
    }
  }

  const automationIds = await Promise.all(
    Array.from({ length: runners }, (_, index) => createAutomation(kinds[index % kinds.length]!)),
  )
  await Promise.all([
    repeat(useAddresses),
    repeat(browseDashboard),
    repeat(refresh),
    repeat(writeMails),
    ...automationIds.map((id) => repeat(() => run(id))),
  ])
  return acknowledged
}
