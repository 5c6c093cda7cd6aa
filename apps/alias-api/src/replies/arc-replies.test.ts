import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createSigner } from '../signing/create-signer.ts'
import { ensureDkimKey } from '../signing/ensure-dkim-key.ts'
import { sealMessage } from '../signing/seal-message.ts'
import { openReplyBed } from './test-reply-bed.ts'
import { mailbox, writeAsMailbox } from './test-replies.ts'

const trusted = 'lists.example.org'
const { bed, begin, execute, mailTo, reply, sentEmails } = openReplyBed({ trustedSealers: [trusted] })

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encoded = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const passed = 'dkim=pass header.i=@example.net;\r\n dmarc=pass (p=REJECT) header.from=example.net'
const unauthenticated = /^550 5\.7\.26 /

const publish = (domain: string) =>
  bed.dns.set(`s1._domainkey.${domain}`, { TXT: [`v=DKIM1; k=rsa; p=${encoded}`.match(/.{1,200}/g)!] })

/** A mail of the mailbox as it comes by a server that has changed its text: the signature of its author is broken. */
const changedOnItsWay = async (to: string): Promise<Buffer> => {
  const signed = (await writeAsMailbox({ to, subject: 'Re: Invoice 7', text: 'agreed' })).toString()
  return Buffer.from(signed.replace('agreed', 'agreed -- sent by a list'))
}

const seal = (content: Buffer, domain: string, results = passed, arc = 'none') => {
  publish(domain)
  const key = { domain, selector: 's1', privateKey }
  const found = { arc: { result: arc }, header: results }
  return sealMessage(content, found, { key, mxHost: `mx.${domain}`, at: Date.now() - 1000 })
}

/** Sealed while it was from another author, who has become the mailbox since. */
async function sealedOf(to: string, author: string, becomes: string): Promise<Buffer> {
  const content = (await changedOnItsWay(to)).toString().replace(`<${mailbox}>`, `<${author}>`)
  const sealed = (await seal(Buffer.from(content), trusted)).toString()
  return Buffer.from(sealed.replace(`<${author}>`, `<${becomes}>`))
}

/** Seals a mail with a key that this service has for a domain. */
const sealWithOwn = async (to: string, domain: string, customDomainId: string | null) => {
  const keys = { ...bed.mail.services, keyring: bed.service.services.keyring }
  const [row] = await ensureDkimKey(keys, { domain, customDomainId })
  bed.dns.set(`wp1._domainkey.${domain}`, {
    TXT: [`v=DKIM1; k=rsa; p=${row!.publicKey}`.match(/.{1,200}/g)!],
  })
  await execute(sql`update alias.dkim_keys set published_at = now() where domain = ${domain}`)
  const key = (await createSigner(keys).findKey(domain, 'live:ada'))!
  const found = { arc: { result: 'none' }, header: passed }
  const content = await changedOnItsWay(to)
  return sealMessage(content, found, { key, mxHost: 'mx.waypost.test', at: Date.now() - 1000 })
}

const answer = async (to: string, content: Buffer) => {
  const before = (await sentEmails()).length
  const text = await reply(to, content).then(
    ({ response }) => response,
    (failure: unknown) => (failure as { response: string }).response,
  )
  expect((await sentEmails()).length - before).toBe(text.startsWith('250') ? 1 : 0)
  return text
}

describe('a reply whose DKIM signature was broken on its way', () => {
  test('is taken when a trusted sealer says that its author passed DMARC', async () => {
    const { reverse } = await begin()
    expect(await answer(reverse, await changedOnItsWay(reverse))).toMatch(unauthenticated)
    expect(await answer(reverse, await seal(await changedOnItsWay(reverse), trusted))).toMatch(/^250 /)
    expect((await mailTo('bob@bob.dev')).content.toString()).toContain('agreed -- sent by a list')
  })

  test('is taken when all of several sealers are trusted, and refused when one is not', async () => {
    const { reverse } = await begin()
    const once = await seal(await changedOnItsWay(reverse), trusted)
    expect(await answer(reverse, await seal(once, trusted, 'arc=pass', 'pass'))).toMatch(/^250 /)
    expect(await answer(reverse, await seal(once, 'other.example.org', 'arc=pass', 'pass'))).toMatch(
      unauthenticated,
    )
    const strange = await seal(await changedOnItsWay(reverse), 'other.example.org')
    expect(await answer(reverse, await seal(strange, trusted, passed, 'pass'))).toMatch(unauthenticated)
  })

  test('is refused when nobody trusts its sealer, be it below the domain of a trusted one', async () => {
    const { reverse } = await begin()
    for (const domain of ['other.example.org', `sub.${trusted}`, 'example.org'])
      expect(await answer(reverse, await seal(await changedOnItsWay(reverse), domain))).toMatch(
        unauthenticated,
      )
  })

  test('is refused when its text or its author was changed after it was sealed', async () => {
    const { reverse } = await begin()
    const sealed = (await seal(await changedOnItsWay(reverse), trusted)).toString()
    expect(await answer(reverse, Buffer.from(sealed.replace('agreed', 'refused')))).toMatch(unauthenticated)
    const strange = sealed.replace(`<${mailbox}>`, '<other@example.net>')
    expect(await answer(reverse, await sealedOf(reverse, 'other@example.net', mailbox))).toMatch(
      unauthenticated,
    )
    expect(await answer(reverse, Buffer.from(strange))).toMatch(/^550 5\.7\.1 Only/)
  })

  test('is refused when the results are written in front of it, or into a seal, by somebody else', async () => {
    const { reverse } = await begin()
    const plain = await changedOnItsWay(reverse)
    const alone = `ARC-Authentication-Results: i=1; mx.${trusted}; ${passed}\r\n`
    expect(await answer(reverse, Buffer.concat([Buffer.from(alone), plain]))).toMatch(unauthenticated)
    const failed = await seal(plain, trusted, 'dmarc=fail header.from=example.net')
    const forged = failed.toString().replace('dmarc=fail', 'dmarc=pass')
    expect(await answer(reverse, Buffer.from(forged))).toMatch(unauthenticated)
    const { privateKey: other } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    publish(trusted)
    const own = await sealMessage(
      plain,
      { arc: { result: 'none' }, header: passed },
      { key: { domain: trusted, selector: 's1', privateKey: other }, mxHost: 'mx', at: Date.now() - 1000 },
    )
    expect(await answer(reverse, own)).toMatch(unauthenticated)
  })

  test.each([
    ['that it failed DMARC', 'dmarc=fail header.from=example.net'],
    ['nothing of DMARC', 'spf=pass smtp.mailfrom=example.net; dkim=pass header.i=@example.net'],
    ['that another domain passed', 'dmarc=pass header.from=example.com'],
    ['that a domain below the mailbox’s passed', 'dmarc=pass header.from=sub.example.net'],
    ['so in a comment', 'spf=pass (dmarc=pass header.from=example.net) smtp.mailfrom=x'],
    ['so in a quoted text', 'spf=pass smtp.mailfrom="; dmarc=pass header.from=example.net"'],
    ['both', 'dmarc=fail header.from=example.net; dmarc=pass header.from=example.net'],
  ])('is refused when a trusted sealer says %s', async (_what, results) => {
    const { reverse } = await begin()
    const sealed = await seal(await changedOnItsWay(reverse), trusted, results)
    expect(await answer(reverse, sealed)).toMatch(unauthenticated)
  })
})

describe('a seal of this service', () => {
  test('is trusted when it is of a key of a platform domain', async () => {
    const { reverse } = await begin()
    expect(await answer(reverse, await sealWithOwn(reverse, 'waypost.test', null))).toMatch(/^250 /)
  })

  test('is not trusted when it is of another key that the domain has published', async () => {
    const { reverse } = await begin()
    expect(await answer(reverse, await seal(await changedOnItsWay(reverse), 'waypost.test'))).toMatch(
      unauthenticated,
    )
  })

  test('is not trusted when it is of a custom domain, whose owner can publish any key', async () => {
    const { reverse } = await begin()
    const { rows } = await execute(sql`
      insert into alias.domains (id, owner_id, domain, status, verification_token, created_at)
      values (uuidv7(), 'live:ada', 'ada.dev', 'verified', 'x', now()) returning id
    `)
    expect(await answer(reverse, await sealWithOwn(reverse, 'ada.dev', String(rows[0]!.id)))).toMatch(
      unauthenticated,
    )
  })
})
