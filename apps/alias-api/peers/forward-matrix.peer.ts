import { generateKeyPairSync } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmailDetail } from '../src/emails/email.ts'
import { keyRecordOf } from '../src/signing/dkim-key.ts'
import { signMessage } from '../src/signing/sign-message.ts'
import { judge, type Judgement } from './judge.ts'
import { openBed, type Bed } from './open-bed.ts'
import { startPostfix, type Postfix } from './start-postfix.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encoded = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const proofs = ['dkim', 'spf', 'both', 'none'] as const
const policies = ['none', 'quarantine', 'reject'] as const
const alignments = ['relaxed', 'strict'] as const
/** Which domain authenticates the mail: the author's own, or a subdomain of it. */
const provers = ['own', 'below'] as const
const cases = proofs.flatMap((proof) =>
  policies.flatMap((policy) =>
    alignments.flatMap((alignment) => provers.map((prover) => [proof, policy, alignment, prover] as const)),
  ),
)

let bed: Bed
let sender: Postfix
const listed = new Map<string, EmailDetail>()
const arrived = new Map<string, { content: Buffer; judgement: Judgement }>()

beforeAll(async () => {
  bed = await openBed()
  sender = await startPostfix({ relayhost: `[127.0.0.1]:${bed.mail.smtpPort}` })
  const alias = await bed.addAlias('me@next.test')
  const transport = createTransport({ host: '127.0.0.1', port: sender.port, ignoreTLS: true, pool: true })
  for (const given of cases) {
    const { content, mailFrom } = await write(given)
    await transport.sendMail({ envelope: { from: mailFrom, to: alias }, raw: content })
  }
  transport.close()
  for (const given of cases) listed.set(nameOf(given), await bed.forwarded(nameOf(given)))
  const contents = await bed.nextHop.readMailbox('me@next.test')
  const judgements = judge(contents, bed)
  contents.forEach((content, index) => {
    const name = /^Subject: (?:\[Unverified sender\]\r\n )?(.*)\r$/m.exec(content.toString('latin1'))![1]!
    arrived.set(name, { content, judgement: judgements[index]! })
  })
}, 120_000)
afterAll(async () => {
  await sender.close()
  await bed.close()
})

const nameOf = (given: (typeof cases)[number]) => given.join('-')

/** Writes the mail of a case. Each case has an author domain of its own, whose DNS records are set here. */
async function write(given: (typeof cases)[number]): Promise<{ content: Buffer; mailFrom: string }> {
  const [proof, policy, alignment, prover] = given
  const author = `${nameOf(given)}.dev`
  const domain = prover === 'own' ? author : `mail.${author}`
  const isVouched = proof === 'spf' || proof === 'both'
  const isSigned = proof === 'dkim' || proof === 'both'
  const mode = alignment === 'strict' ? 's' : 'r'
  bed.publish(`_dmarc.${author}`, `v=DMARC1; p=${policy}; adkim=${mode}; aspf=${mode}`)
  bed.publish(domain, isVouched ? 'v=spf1 ip4:127.0.0.1 -all' : 'v=spf1 -all')
  const { host, value } = keyRecordOf({ domain, number: 1, publicKey: encoded })
  bed.publish(host, value)
  const plain = Buffer.from(`From: Bob <bob@${author}>\r\nSubject: ${nameOf(given)}\r\n\r\nhello  Ada\r\n`)
  const key = { domain, selector: 'wp1', privateKey }
  const content = isSigned ? await signMessage(plain, key, Date.now() - 1000) : plain
  return { content, mailFrom: `bounces@${domain}` }
}

test.each(cases)(
  'mail authenticated by %s under p=%s, %s, of its %s domain passes DMARC at the destination too, or is not forwarded',
  (...given) => {
    const [proof, policy, alignment, prover] = given
    const name = nameOf(given)
    const { authentication, forwarding } = listed.get(name)!
    const isProved = proof !== 'none' && (alignment === 'relaxed' || prover === 'own')
    expect(authentication!.dmarc.result).toBe(isProved ? 'pass' : 'fail')
    // Marked, and from the alias, where the author's domain permits it; one without records of its own does not exist.
    const isMarked = !isProved && policy === 'none' && prover === 'own'
    expect(forwarding!.status).toBe(isProved || isMarked ? 'sent' : 'withheld')
    const found = arrived.get(name)
    expect(found !== undefined).toBe(isProved || isMarked)
    if (!found) return
    const { judgement } = found
    const isSigned = proof === 'dkim' || proof === 'both'
    expect(judgement).toMatchObject({
      spf: 'pass',
      dmarc: 'pass',
      author: isSigned ? `${name}.dev` : 'waypost.test',
    })
    expect(judgement.dkim).toContain('waypost.test')
  },
)

test('the DMARC verifier fails a message whose author or body was changed', () => {
  const { content } = arrived.get('dkim-reject-strict-own')!
  const changes = [
    ['hello  Ada', 'hello  Eve'],
    ['<bob@dkim-reject-strict-own', '<bob@none-reject-strict-own'],
  ] as const
  const changed = changes.map(([from, to]) =>
    Buffer.from(content.toString('latin1').replace(from, to), 'latin1'),
  )
  const judgements = judge(changed, bed)
  expect(judgements.map(({ dmarc }) => dmarc)).toEqual(['fail', 'fail'])
})
