import { sql } from 'drizzle-orm'
import { afterEach, beforeEach } from 'vitest'
import { openDialogue } from '../smtp/test-dialogue.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { openRulesBed } from './test-domain-rules.ts'

/** For tests: a mail process for each, to which recipients at Ada's domain are named. */
export function openRcptBed() {
  const rules = openRulesBed()
  const rcpt = {} as { mail: TestMail; domainId: string }
  beforeEach(async () => {
    rcpt.mail = await startTestMail(rules.bed.service)
    rcpt.domainId = (await rules.addVerified()).id
  })
  afterEach(() => rcpt.mail.close())
  const answerTo = async (to: string, from = 'bob@example.net'): Promise<string> => {
    const dialogue = await openDialogue(rcpt.mail.smtpPort)
    for (const line of ['EHLO x', `MAIL FROM:<${from}>`]) await dialogue.send(line)
    const answer = await dialogue.send(`RCPT TO:<${to}>`)
    dialogue.end()
    return answer.slice(0, answer.indexOf(' ', 4))
  }
  return {
    ...rules,
    rcpt,
    /** The answer to a recipient, with its status codes alone. */
    answerTo,
    /** The answers to recipients, each in a conversation of its own, all at the same moment. */
    answers: (recipients: string[], from?: string): Promise<string[]> =>
      Promise.all(recipients.map((to) => answerTo(to, from))),
    /** The aliases, the earliest first. */
    names: async (): Promise<string[]> => (await rules.aliases()).map(({ address }) => address),
    /** The data of the events that tell of new aliases. */
    async events(): Promise<object[]> {
      const { rows } = await rules.execute<{ body: string }>(
        sql`select body from alias.deliveries where event = 'address.created' order by id`,
      )
      return rows.map(({ body }) => (JSON.parse(body) as { data: object }).data)
    },
  }
}
