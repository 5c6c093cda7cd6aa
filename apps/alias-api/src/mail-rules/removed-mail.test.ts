import { describe, expect, test } from 'vitest'
import { openRoutedMailBed } from './test-routed-mail.ts'

const { addRule, read, request, setRules, list, subscribe, events, receiveFromBob, forwardAll } =
  openRoutedMailBed()

describe('a discarded email', () => {
  test('is accepted, announced as deleted alone, and listed among the deleted emails, from where it can be restored', async () => {
    await subscribe()
    await addRule()
    await setRules([{ action: 'discard' }])
    const id = await receiveFromBob()
    expect(await forwardAll()).toEqual([])
    expect(await events()).toEqual(['email.deleted'])
    expect(await list('')).toEqual([])
    expect(await list('is_deleted=true')).toEqual([id])
    const { receivedAt, ...found } = await read(id)
    expect(found).toMatchObject({ removedByRule: 'discard', deletedAt: receivedAt })
    await request('POST', `/emails/${id}/restore`)
    expect(await list('')).toEqual([id])
    expect(await read(id)).not.toHaveProperty('removedByRule')
  })
})

test('an email for webhooks alone is announced as received, and can be read among the deleted emails', async () => {
  await subscribe()
  await addRule()
  await setRules([{ action: 'webhook' }])
  const id = await receiveFromBob()
  expect(await forwardAll()).toEqual([])
  expect(await events()).toEqual(['email.received'])
  expect(await list('')).toEqual([])
  expect(await list('is_deleted=true')).toEqual([id])
  expect(await read(id)).toMatchObject({
    removedByRule: 'webhook',
    bodyText: expect.stringContaining('hello'),
  })
})
