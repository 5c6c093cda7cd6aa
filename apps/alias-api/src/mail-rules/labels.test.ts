import { describe, expect, test } from 'vitest'
import { openRoutedMailBed } from './test-routed-mail.ts'

const { bed, read, request, setRules, list, receiveFromBob } = openRoutedMailBed()

describe('labels', () => {
  test('emails are listed by a label of theirs, which their owner can change', async () => {
    await setRules([
      { conditions: { subject: 'invoice' }, action: 'label', label: 'Invoices' },
      { action: 'label', label: 'Bob' },
    ])
    const invoice = await receiveFromBob()
    const hello = await receiveFromBob({ subject: 'hello' })
    expect(await list('label=Invoices')).toEqual([invoice])
    expect(await list('label=Bob')).toEqual([hello, invoice])
    expect(await list(`label=Bob&address_id=${bed.address.id}&subject=hello`)).toEqual([hello])
    expect(await list('label=Bo')).toEqual([])
    await request('PATCH', `/emails/${hello}`, { labels: ['Friends', 'Friends'] })
    expect((await read(hello)).labels).toEqual(['Friends'])
    expect(await list('label=Bob')).toEqual([invoice])
    await request('PATCH', `/emails/${hello}`, { labels: [] })
    expect(await read(hello)).not.toHaveProperty('labels')
  })
})
