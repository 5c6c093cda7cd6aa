import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSpamFilter } from '../src/spam/create-spam-filter.ts'
import { openPolicyBed } from './open-policy-bed.ts'

const listing = '1.0.0.127.bl.test'
const { bed, request, addAlias, addMailbox, write, arrived, contentOf, received } = openPolicyBed({
  judge: (_mail, dns) =>
    createSpamFilter({ client: { zones: [{ zone: 'bl.test', score: 5 }], iprevScore: 0, dns } }),
})

let home: string
const gpg = (...args: string[]): string =>
  execFileSync(
    'gpg',
    ['--homedir', home, '--batch', '--pinentry-mode', 'loopback', '--passphrase', '', ...args],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  ).toString()
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), 'gpg-'))
  bed.dns.set('eve.test', {
    MX: [{ exchange: 'mx.next.test', priority: 10 }],
    TXT: [['v=spf1 -all']],
  })
  bed.publish('_dmarc.eve.test', 'v=DMARC1; p=none')
})
afterAll(() => {
  execFileSync('gpgconf', ['--homedir', home, '--kill', 'all'])
  rmSync(home, { recursive: true })
})
beforeEach(() => bed.dns.set(listing, undefined))

const forwardingOf = async (subject: string) => (await bed.forwarded(subject)).forwarding

test('mail from Postfix that fails DMARC under p=none arrives with a mark, and is withheld where the rule says so', async () => {
  const [marked, strict] = [await addAlias(), await addAlias()]
  await request('PATCH', `/addresses/${strict.id}/forwarding`, { forwardsUnverified: false })
  await write(marked.address, 'to be marked', { author: 'eve@eve.test' })
  await write(strict.address, 'to be withheld', { author: 'eve@eve.test' })
  expect(await forwardingOf('to be withheld')).toMatchObject({
    status: 'withheld',
    reason: 'The message fails DMARC.',
  })
  expect(await forwardingOf('to be marked')).toMatchObject({ status: 'sent' })
  const unverified = (await bed.nextHop.readMailbox('me@next.test'))
    .map(String)
    .filter((content) => content.includes('Subject: [Unverified sender]'))
  expect(unverified).toEqual([expect.stringContaining(`X-Waypost-Alias: ${marked.address}\r\n`)])
})

describe('mail whose sender is at a domain literal', () => {
  test.each([
    ['author', { author: 'bob@[192.0.2.1]', sender: 'bob@bob.test' }],
    ['envelope', { author: 'eve@eve.test', sender: 'bob@[192.0.2.1]' }],
  ])('is withheld where its %s names another server than the one that sends it', async (what, from) => {
    const { address } = await addAlias()
    await write(address, `literal of the ${what}`, from)
    expect(await forwardingOf(`literal of the ${what}`)).toMatchObject({
      status: 'withheld',
      reason: 'The sender has the IP address of another server as its domain.',
    })
  })

  test('arrives where it names the server that sends it', async () => {
    const { address } = await addAlias()
    await write(address, 'literal of the server', { author: 'bob@[127.0.0.1]' })
    const content = (await arrived('me@next.test', 'literal of the server')).toString()
    expect(content).toContain(`X-Waypost-Alias: ${address}\r\n`)
  })
})

test('mail from a server that a DNSBL lists is listed as spam by the default filter, and arrives once its owner says that it is none', async () => {
  const { address } = await addAlias()
  bed.dns.set(listing, { A: ['127.0.0.2'] })
  await write(address, 'from a listed server')
  const { id, spam } = await received('from a listed server', '&is_spam=true')
  expect(spam).toMatchObject({ verdict: 'spam', reasons: [{ rule: 'dnsbl:bl.test', score: 5 }] })
  bed.dns.set(listing, undefined)
  await write(address, 'from an unlisted server')
  await arrived('me@next.test', 'from an unlisted server')
  expect(await contentOf('me@next.test', 'from a listed server')).toBeUndefined()
  await request('PATCH', `/emails/${id}`, { isSpam: false })
  await arrived('me@next.test', 'from a listed server')
})

test('mail to a mailbox whose PGP key has expired is withheld, until the key that GnuPG has prolonged encrypts it', async () => {
  const mailbox = await addMailbox('books@next.test')
  gpg('--quick-generate-key', 'books@next.test', 'future-default', 'default', 'seconds=15')
  const fingerprint = /^fpr:*(\w+):/m.exec(gpg('--list-keys', '--with-colons'))![1]!
  const { pgpKey } = await request<{ pgpKey: { expiresAt: string } }>(
    'PATCH',
    `/forwarding-addresses/${mailbox}`,
    { pgpKey: gpg('--export', '--armor', fingerprint) },
  )
  const { address } = await addAlias({ forwardToId: mailbox })
  await waitFor('the key to expire', () => Date.now() > Date.parse(pgpKey.expiresAt), 30_000)
  await write(address, 'after the key')
  expect(await forwardingOf('after the key')).toMatchObject({
    status: 'withheld',
    reason: 'The PGP key of the destination has expired.',
  })
  expect(await contentOf('books@next.test', 'after the key')).toBeUndefined()
  gpg('--quick-set-expire', fingerprint, '2y')
  gpg('--quick-set-expire', fingerprint, '2y', '*')
  await request('PATCH', `/forwarding-addresses/${mailbox}`, {
    pgpKey: gpg('--export', '--armor', fingerprint),
  })
  const content = (await arrived('books@next.test', 'after the key')).toString()
  expect(content).toContain('-----BEGIN PGP MESSAGE-----')
  expect(content).not.toContain('\r\nhello\r\n')
})
