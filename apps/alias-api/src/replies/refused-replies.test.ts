import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { testMessage } from '../forwarding/test-forwarding.ts'
import { openReplyBed } from './test-reply-bed.ts'
import { mailbox, signAsMailbox, writeAsMailbox } from './test-replies.ts'

const { bed, execute, begin, reply, sentEmails } = openReplyBed()

const refused = async (to: string | string[], content: Buffer | string, from?: string) => {
  const before = (await sentEmails()).length
  const error = await reply(to, content, from).then(
    () => undefined,
    (failure: unknown) => failure as { response: string },
  )
  expect((await sentEmails()).length).toBe(before)
  return error?.response
}

describe('a mail that is refused', () => {
  test('mail that is not from the mailbox of the alias is refused, whoever signed it', async () => {
    const { reverse } = await begin()
    expect(await refused(reverse, await testMessage({ isSigned: true }), 'bob@bob.dev')).toMatch(
      /^550 5\.7\.1 Only/,
    )
    const two = `From: ${mailbox}, eve@example.net\r\nSubject: x\r\n\r\nx\r\n`
    expect(await refused(reverse, await signAsMailbox(two))).toMatch(/^550 5\.7\.1 Only/)
  })

  test('mail that only says that it is from the mailbox is refused', async () => {
    const { reverse } = await begin()
    const forged = `From: ${mailbox}\r\nTo: ${reverse}\r\nSubject: x\r\n\r\nx\r\n`
    expect(await refused(reverse, forged)).toMatch(/^550 5\.7\.26 /)
    const changed = (await signAsMailbox(forged)).toString().replace('\r\n\r\nx', '\r\n\r\ny')
    expect(await refused(reverse, changed)).toMatch(/^550 5\.7\.26 /)
  })

  test('mail of a mailbox whose domain has no DMARC policy is refused', async () => {
    const { reverse } = await begin()
    bed.dns.set('_dmarc.example.net', undefined)
    expect(await refused(reverse, await writeAsMailbox({ to: reverse, text: 'x' }))).toMatch(/^550 5\.7\.26 /)
  })

  test('mail is deferred while DNS does not answer', async () => {
    const { reverse } = await begin()
    bed.dns.set('_dmarc.example.net', 'SERVFAIL')
    expect(await refused(reverse, await writeAsMailbox({ to: reverse, text: 'x' }))).toMatch(/^451 /)
  })

  test('automatic replies are refused', async () => {
    const { reverse } = await begin()
    const away = await writeAsMailbox({
      to: reverse,
      text: 'away',
      headers: { 'Auto-Submitted': 'auto-replied' },
    })
    expect(await refused(reverse, away)).toMatch(/^550 5\.7\.1 Automatic/)
    expect(await refused(reverse, away, '')).toMatch(/^550 5\.7\.1 Automatic/)
  })

  test.each([
    ['application/pkcs7-mime', 'S/MIME'],
    ['application/ms-tnef', 'winmail'],
    ['message/rfc822', 'attached mail'],
    ['application/pgp-encrypted', 'PGP'],
  ])('mail with a part of the type %s is refused, since it names the mailbox', async (contentType, words) => {
    const { reverse } = await begin()
    const attachments = [{ filename: 'part', content: 'From: x@example.net\r\n\r\nx', contentType }]
    const content = await writeAsMailbox({ to: reverse, text: 'x', attachments })
    expect(await refused(reverse, content)).toMatch(new RegExp(`^554 5\\.7\\.1 .*${words}`))
  })

  test('a reverse address of an alias that is paused, or of a contact that was deleted, does not exist', async () => {
    const { reverse } = await begin()
    const content = await writeAsMailbox({ to: reverse, text: 'x' })
    await execute(sql`update alias.addresses set is_active = false`)
    expect(await refused(reverse, content)).toMatch(/^550 5\.1\.1 /)
    await execute(sql`update alias.addresses set is_active = true`)
    await execute(sql`delete from alias.contacts`)
    expect(await refused(reverse, content)).toMatch(/^550 5\.1\.1 /)
  })

  test('nothing leaves while the rule of the alias is off, or its mailbox is not confirmed', async () => {
    const { reverse } = await begin()
    const content = await writeAsMailbox({ to: reverse, text: 'x' })
    await execute(sql`update alias.forwarding_rules set is_active = false`)
    expect(await refused(reverse, content)).toMatch(/^550 5\.7\.1 Only/)
    await execute(sql`update alias.forwarding_rules set is_active = true`)
    await execute(sql`update alias.forwarding_addresses set verified_at = null`)
    expect(await refused(reverse, content)).toMatch(/^550 5\.7\.1 Only/)
  })

  test('an account that may not send, or has no recipient left today or no room, is told so', async () => {
    const { reverse } = await begin()
    const content = await writeAsMailbox({ to: reverse, text: 'x' })
    await execute(sql`
      insert into alias.accounts (id, email_verified, created_at) values ('ada', false, now())
      on conflict (id) do update set email_verified = false
    `)
    expect(await refused(reverse, content)).toMatch(/^550 5\.7\.1 Confirm the e-mail address/)
    await execute(sql`update alias.accounts set email_verified = true`)
    await execute(sql`insert into alias.account_limits (account_id, recipients_per_day) values ('ada', 0)`)
    expect(await refused(reverse, content)).toMatch(/^452 4\.7\.1 Daily recipient limit reached/)
    await execute(sql`update alias.account_limits set recipients_per_day = 100, stored_bytes = 1000`)
    expect(await refused(reverse, content)).toMatch(/^552 5\.2\.2 Storage limit reached/)
  })

  test('a transaction is for contacts of one account, or for aliases', async () => {
    const { reverse } = await begin()
    const content = await writeAsMailbox({ to: reverse, text: 'x' })
    const { accepted, rejected } = await reply([reverse, bed.address.address], content)
    expect([accepted, rejected]).toEqual([[reverse], [bed.address.address]])
  })
})

test('mail of a blocked contact is refused as for an unknown alias, and its owner sees why', async () => {
  const { reverse } = await begin()
  await execute(sql`update alias.contacts set blocked_at = now() where reverse_address = ${reverse}`)
  const content = await testMessage({ isSigned: true })
  const unknown = bed.mail.deliver(bed.address.address, content, 'bounces+1@bob.dev')
  await expect(unknown).rejects.toMatchObject({ response: '550 5.1.1 No such alias' })
  const other = await addAddress(bed.service, 'ada')
  expect((await bed.mail.deliver([bed.address.address, other.address], content)).response).toMatch(/^250 /)
  const answers = await waitFor('the log', async () => {
    const { rows } = await execute(sql`select answer from alias.smtp_log where answer like '550%'`)
    return rows.length > 0 && rows
  })
  expect(answers).toEqual([{ answer: '550 5.1.1 No such alias (it has blocked the sender)' }])
  await execute(sql`update alias.contacts set blocked_at = null`)
  expect((await bed.mail.deliver(bed.address.address, content)).response).toMatch(/^250 /)
})
