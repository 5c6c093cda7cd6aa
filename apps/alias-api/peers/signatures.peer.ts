import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyRecordOf } from '../src/signing/dkim-key.ts'
import { sealMessage } from '../src/signing/seal-message.ts'
import { signMessage } from '../src/signing/sign-message.ts'
import { testMessages } from '../src/signing/test-messages.ts'
import { askPython } from './ask-python.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encoded = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const record = keyRecordOf({ domain: 'alias.dev', number: 1, publicKey: encoded })
const key = { domain: 'alias.dev', selector: 'wp1', privateKey }
const at = Date.now() - 1000
// SMTP ends every line; dkimpy canonicalises a last line without an end differently from RFC 6376.
const signable = testMessages.filter(([name]) => name !== 'no line end at its end')

/** What dkimpy finds in each message. */
function verify(messages: Buffer[]): { dkim: boolean | string; arc: string }[] {
  const records = { [record.host]: record.value }
  const questions = messages.map((message) => ({ message: message.toString('base64'), records }))
  return askPython('verify.py', questions)
}
const seal = (content: Buffer, result: string) =>
  sealMessage(
    content,
    { arc: { result }, header: 'dkim=pass header.d=bob.dev;\r\n dmarc=pass header.from=bob.dev' },
    { key, mxHost: 'mx.alias.dev', at },
  )

test('dkimpy verifies the DKIM signatures that are made here', async () => {
  const signed = await Promise.all(signable.map(([, content]) => signMessage(content, key, at)))
  const verdicts = verify(signed)
  expect(verdicts.map(({ dkim }, index) => [signable[index]![0], dkim])).toEqual(
    signable.map(([name]) => [name, true]),
  )
})

test('dkimpy verifies messages that are sealed here, once or three times, and then signed', async () => {
  const sealed: Buffer[] = []
  for (const [, content] of signable) {
    const once = await seal(content, 'none')
    const thrice = await seal(await seal(once, 'pass'), 'pass')
    sealed.push(once, await signMessage(thrice, key, at))
  }
  expect(verify(sealed).map(({ arc }) => arc)).toEqual(sealed.map(() => 'pass'))
})

test('dkimpy rejects messages that were changed after signing', async () => {
  const [[, content]] = signable as [[string, Buffer]]
  const left = await signMessage(await seal(content, 'none'), key, at)
  const changed = Buffer.from(left.toString('latin1').replace('hello\r\nBob', 'hello\r\nEve'), 'latin1')
  const [verdict] = verify([changed])
  expect(verdict!.dkim).not.toBe(true)
  expect(verdict!.arc).not.toBe('pass')
})
