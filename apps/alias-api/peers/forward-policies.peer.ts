import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPolicyBed } from './open-policy-bed.ts'

const { bed, request, addAlias, write, arrived, contentOf, received, returned, judged } = openPolicyBed()

const base = 'https://alias.waypost.test/base'
const html = 'text/html; charset=utf-8'

let home: string
const gpg = (args: string[], input?: Buffer): Buffer =>
  execFileSync(
    'gpg',
    ['--homedir', home, '--batch', '--pinentry-mode', 'loopback', '--passphrase', '', ...args],
    { input, stdio: ['pipe', 'pipe', 'pipe'] },
  )
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), 'gpg-'))
})
afterAll(() => {
  execFileSync('gpgconf', ['--homedir', home, '--kill', 'all'])
  rmSync(home, { recursive: true })
})

const press = (url: string, payload = '') =>
  bed.service.app.inject({
    method: 'POST',
    url: url.slice(base.length),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })

test('a mailbox gets no forward before its reader has pressed the link that Postfix brought', async () => {
  const added = await request<{ id: string }>('POST', '/forwarding-addresses', { email: 'books@next.test' })
  const { id, address } = await addAlias({})
  const refused = await bed.service.app.inject({
    method: 'PATCH',
    url: `/api/v1/addresses/${id}/forwarding`,
    headers: await bed.service.person('ada'),
    payload: { forwardToId: added.id, isActive: true },
  })
  expect(refused.statusCode).toBe(400)
  await write(address, 'too early')
  expect((await received('too early')).forwarding).toBeUndefined()
  const asked = await arrived('books@next.test', 'Confirm that mail may be forwarded to you')
  expect(judged(asked)).toMatchObject({ author: 'waypost.test', dmarc: 'pass' })
  const text = asked.toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const [link] = /https:\/\/alias\.waypost\.test\/base\/verify-forwarding\?token=[\w-]{43}/.exec(text)!
  expect((await press(link)).statusCode).toBe(200)
  await request('PATCH', `/addresses/${id}/forwarding`, { forwardToId: added.id, isActive: true })
  await write(address, 'in time')
  await arrived('books@next.test', 'in time')
  expect(await contentOf('books@next.test', 'too early')).toBeUndefined()
})

test('a forward without trackers arrives in the alias’s name, and passes DMARC', async () => {
  const { id, address } = await addAlias()
  await request('PATCH', `/addresses/${id}/forwarding`, { removesTrackers: true })
  const pixel = '<img src="https://px.shop.example/o/1.gif" width="1" height="1">'
  const body = `<p>hello</p><a href="https://shop.example/?id=7&amp;utm_source=n">x</a>${pixel}`
  await write(address, 'tracked', { body, type: html })
  const content = await arrived('me@next.test', 'tracked')
  expect(content.toString()).not.toMatch(/px\.shop\.example|utm_source/)
  expect(content.toString()).toContain('https://shop.example/?id')
  expect(judged(content)).toMatchObject({ author: 'waypost.test', dkim: ['waypost.test'], dmarc: 'pass' })

  const text = 'See https://shop.example/?id=7&utm_source=n.'
  await write(address, 'tracked text', { body: text, type: 'text/plain; charset=utf-8' })
  const arrivedText = await arrived('me@next.test', 'tracked text')
  expect(arrivedText.toString()).not.toContain('utm_source')
  expect(arrivedText.toString()).toMatch(/See https:\/\/shop\.example\/\?id=(?:3D)?7\.\r\n/)
  expect(judged(arrivedText)).toMatchObject({ author: 'waypost.test', dmarc: 'pass' })
})

test('the button to unsubscribe of a forward is signed, and turns the alias off for Postfix', async () => {
  await request('PATCH', `/forwarding-addresses/${bed.me}`, { hasAliasLinks: true })
  const { address } = await addAlias()
  await write(address, 'with links')
  const content = await arrived('me@next.test', 'with links')
  const text = content.toString()
  const [, url] = /^List-Unsubscribe: <(.*)>\r$/m.exec(text)!
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(judged(content).dkim).toEqual(['waypost.test'])
  const changed = Buffer.from(text.replace(`List-Unsubscribe: <${url}`, `List-Unsubscribe: <${base}/other`))
  expect(judged(changed).dkim).toEqual([])
  expect((await press(url!, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
  await write(address, 'no more')
  await returned(address, '550 5.1.1')
  await request('PATCH', `/forwarding-addresses/${bed.me}`, { hasAliasLinks: false })
})

test('a forward to a mailbox with a PGP key passes through Postfix encrypted, and GnuPG opens it there', async () => {
  gpg(['--quick-generate-key', 'me@next.test', 'future-default', 'default', '2y'])
  const pgpKey = gpg(['--export', '--armor', 'me@next.test']).toString()
  await request('PATCH', `/forwarding-addresses/${bed.me}`, { pgpKey, hidesSubject: true })
  const { address } = await addAlias()
  await write(address, 'the plan', { body: '<p>meet at noon</p>', type: html })
  await received('the plan')
  const content = await arrived('me@next.test', '...')
  expect(content.toString()).not.toMatch(/noon|the plan/)
  expect(judged(content)).toMatchObject({ author: 'waypost.test', dmarc: 'pass' })
  const armor = /-----BEGIN PGP MESSAGE-----[^]*-----END PGP MESSAGE-----\r\n/.exec(content.toString())![0]
  const opened = gpg(['--decrypt'], Buffer.from(armor)).toString()
  expect(opened).toContain('Subject: the plan\r\n')
  expect(opened).toContain('<p>meet at noon</p>')
})
