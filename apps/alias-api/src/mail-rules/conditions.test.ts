import { describe, expect, test } from 'vitest'
import { openRoutedMailBed } from './test-routed-mail.ts'

const { bed, receive, read, setRules, receiveFromBob } = openRoutedMailBed()

const contains = (text: string) => ({ header: { name: 'X-Name', contains: text } })

describe('conditions', () => {
  test.each([
    [{}, true],
    [{ from: '@BOB.dev' }, true],
    [{ from: 'b\u00d6hm' }, true],
    [{ from: 'eve' }, false],
    [{ subject: 'invoice' }, true],
    [{ subject: 'receipt' }, false],
    [{ header: { name: 'list-id' } }, true],
    [{ header: { name: 'List-Id', contains: 'NEWS of bob' } }, true],
    [{ header: { name: 'List-Id', contains: 'eve' } }, false],
    [{ header: { name: 'X-None' } }, false],
    [{ largerThan: 100 }, true],
    [{ largerThan: 100_000 }, false],
    [{ smallerThan: 100_000 }, true],
    [{ smallerThan: 100 }, false],
    [{ hasAttachments: false }, true],
    [{ hasAttachments: true }, false],
    [{ spam: 'clean' }, true],
    [{ spam: 'spam' }, false],
    [{ from: 'bob', subject: 'receipt' }, false],
    [{ from: 'bob', subject: 'invoice', smallerThan: 100_000 }, true],
  ])('%j match Bob’s invoice: %s', async (conditions, isMatch) => {
    await setRules([{ conditions, action: 'label', label: 'found' }])
    const headers = { 'List-Id': 'the news of Bob <news.bob.dev>' }
    const id = await receiveFromBob({ headers })
    expect((await read(id)).labels).toEqual(isMatch ? ['found'] : undefined)
  })

  test.each([
    [{ hasAttachments: true }, true],
    [{ hasAttachments: false }, false],
  ])('%j match mail with a file: %s', async (conditions, isMatch) => {
    await setRules([{ conditions, action: 'label', label: 'found' }])
    const parts = [
      'Content-Type: text/plain\r\n\r\nthe bill',
      'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=bill.pdf\r\n\r\n%PDF',
    ]
    const body = `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
    const head = 'From: bob@bob.dev\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'
    expect((await read(await receive(Buffer.from(head + body)))).labels).toEqual(
      isMatch ? ['found'] : undefined,
    )
  })

  test('a suspect email is told from clean ones and from spam', async () => {
    bed.dns.set('1.0.0.127.bl.test', { A: ['127.0.0.2'] })
    await setRules(
      ['clean', 'suspect', 'spam'].map((spam) => ({ conditions: { spam }, action: 'label', label: spam })),
    )
    expect((await read(await receiveFromBob())).labels).toEqual(['suspect'])
  })

  test('a field that is folded, or not ASCII, is found by what it says', async () => {
    await setRules([
      { conditions: { header: { name: 'X-Note', contains: 'one two' } }, action: 'label', label: 'folded' },
      { conditions: { header: { name: 'X-Name', contains: 'b\u00d6hm' } }, action: 'label', label: 'utf8' },
    ])
    const message = 'From: bob@bob.dev\r\nX-Note: one\r\n two\r\nX-Name: B\u00f6hm\r\n\r\nhello\r\n'
    expect((await read(await receive(Buffer.from(message)))).labels).toEqual(['folded', 'utf8'])
  })

  test('a field in encoded words is found by what it says, and by how it is written', async () => {
    await setRules([
      { conditions: contains('frau b\u00f6hm'), action: 'label', label: 'shown' },
      { conditions: contains('?UTF-8?B?'), action: 'label', label: 'written' },
      { conditions: contains('eve'), action: 'label', label: 'no' },
    ])
    const name = '=?utf-8?q?Frau_?=\r\n =?UTF-8?B?QsO2?=\r\n =?UTF-8?B?aG0=?='
    const message = `From: bob@bob.dev\r\nX-Name: ${name}\r\n\r\nhello\r\n`
    expect((await read(await receive(Buffer.from(message)))).labels).toEqual(['shown', 'written'])
  })
})
