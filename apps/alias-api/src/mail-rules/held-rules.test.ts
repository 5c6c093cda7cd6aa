import { beforeEach, describe, expect, test } from 'vitest'
import { addMailbox } from '../forwarding-addresses/test-mailboxes.ts'
import { openMailRulesBed } from './test-mail-rules.ts'

const { bed, put, list } = openMailRulesBed()

describe('the rules of an alias after a recovery of the account', () => {
  let owner: { authorization: string }
  beforeEach(async () => {
    owner = { authorization: `Bearer ${await bed.service.issuer.token(bed.account, { epoch: 1 })}` }
  })
  const recover = () =>
    bed.service.app.inject({ method: 'POST', url: '/tokens/revoke', headers: owner, payload: { hold: true } })
  const active = async () => (await list(owner)).map(({ isActive }) => isActive)
  const held = async () => {
    const { data } = (await bed.service.app.inject({ url: '/held-access', headers: owner })).json<{
      data: { id: string; kind: string; target: string }[]
    }>()
    return data.filter(({ kind }) => kind === 'mail_rule')
  }
  const targets = async () => (await held()).map(({ target }) => target).toSorted()
  const keep = (id: string) =>
    bed.service.app.inject({ method: 'POST', url: `/held-access/${id}/keep`, headers: owner })

  test('rules that forward, or keep mail from the mailbox of the owner, are held until the owner keeps them', async () => {
    const { forwardToId } = await addMailbox(bed.service, bed.account)
    await put([
      { action: 'forward', forwardToId },
      { action: 'label', label: 'a' },
      { action: 'label', label: 'b', stop: true },
      { action: 'keep' },
      { action: 'webhook' },
      { action: 'discard' },
    ])
    await recover()
    expect(await active()).toEqual([false, true, false, false, false, false])
    expect(await targets()).toEqual(
      [`${forwardToId}@example.net`, 'discard', 'keep', 'label', 'webhook'].toSorted(),
    )
    await keep((await held()).find(({ target }) => target === 'discard')!.id)
    expect(await active()).toEqual([false, true, false, false, false, true])
  })

  test('a new list leaves the hold of each rule that it has unchanged, and ends that of a rule that it switches on', async () => {
    const conditions = { subject: 'code', from: 'bank' }
    const [first, second, third] = [
      { action: 'keep', conditions },
      { action: 'discard' },
      { action: 'keep' },
    ] as const
    await put([first, second, third, third])
    await recover()
    const before = (await held()).map(({ id }) => id).toSorted()
    const added = { action: 'label', label: 'a' }
    const off = { isActive: false }
    await put([added, { ...third, ...off }, second, { ...first, ...off }, third], owner)
    expect(await active()).toEqual([true, false, false, false, false])
    expect((await held()).map(({ id }) => id).toSorted()).toEqual(before)

    const on = { isActive: true }
    await put([{ ...second, ...on }, third, { ...first, ...on }], owner)
    expect(await active()).toEqual([true, false, true])
    expect(await targets()).toEqual(['keep'])
    await keep((await held())[0]!.id)
    expect(await active()).toEqual([true, true, true])
    await put([third, second, { ...first, ...off }], owner)
    expect([await active(), await held()]).toEqual([[true, true, false], []])
  })
})
