import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { addMailbox, addRefusedMailboxes } from '../forwarding-addresses/test-mailboxes.ts'
import { openMailRulesBed } from './test-mail-rules.ts'

const { bed, put, list } = openMailRulesBed()

describe('invalid rules', () => {
  test('a mailbox that is unknown, unconfirmed, another account’s or of the other mode is refused, and nothing is changed', async () => {
    await put([{ action: 'keep' }])
    for (const forwardToId of await addRefusedMailboxes(bed.service, bed.account)) {
      const response = await put([{ action: 'forward', forwardToId }])
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({ error: 'forwardToId must be a verified forwarding address' })
    }
    expect(await list()).toMatchObject([{ action: 'keep' }])
  })

  test('rules that forward to 5 mailboxes are taken, and to 6 refused', async () => {
    const mailboxes = []
    for (let index = 0; index < 6; index += 1) mailboxes.push(await addMailbox(bed.service, bed.account))
    const rules = mailboxes.map(({ forwardToId }) => ({ action: 'forward', forwardToId }))
    expect((await put([...rules.slice(1), ...rules.slice(1)])).statusCode).toBe(200)
    const refused = await put(rules)
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { error: 'rules must forward to 5 mailboxes at most' },
    ])
  })

  test('20 rules are taken, and 21 refused', async () => {
    const rules = Array.from({ length: 21 }, () => ({ action: 'keep' }))
    expect((await put(rules.slice(1))).statusCode).toBe(200)
    expect((await put(rules)).statusCode).toBe(400)
  })

  test.each([
    [{ action: 'forward' }, 'forwardToId is needed for the action forward'],
    [{ action: 'label' }, 'label is needed for the action label'],
    [{ action: 'keep', label: 'a' }, 'label is only for the action label'],
    [{ action: 'keep', forwardToId: newId() }, 'forwardToId is only for the action forward'],
    [{ action: 'discard', stop: false }, 'stop must be true for the action discard'],
    [
      { action: 'forward', forwardToId: newId(), conditions: { spam: 'spam' } },
      'conditions.spam must not be spam for the action forward',
    ],
  ])('%j is refused: %s', async (rule, message) => {
    const response = await put([rule])
    expect(response.statusCode).toBe(400)
    expect(response.json<{ error: string }>().error).toContain(message)
  })

  test.each([
    { action: 'burn' },
    { action: 'label', label: '' },
    { action: 'label', label: 'x'.repeat(51) },
    { action: 'label', label: 'a\nb' },
    { action: 'keep', conditions: { from: '' } },
    { action: 'keep', conditions: { subject: 'x'.repeat(256) } },
    { action: 'keep', conditions: { header: { name: 'List Id' } } },
    { action: 'keep', conditions: { header: {} } },
    { action: 'keep', conditions: { largerThan: -1 } },
    { action: 'keep', conditions: { spam: 'ham' } },
    { action: 'keep', conditions: { body: 'x' } },
  ])('%j is refused', async (rule) => {
    expect((await put([rule])).statusCode).toBe(400)
  })
})
