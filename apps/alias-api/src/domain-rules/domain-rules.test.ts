import { beforeEach, describe, expect, test } from 'vitest'
import { openRulesBed } from './test-domain-rules.ts'

const { bed, addOne, addRule, addedRule, changeRule, listRules, request, path, any, addMailbox, aliases } =
  openRulesBed()

let id: string
beforeEach(async () => {
  id = (await addOne()).id
})

const types = async () => (await listRules(id)).map(({ match: { value }, position }) => [position, value])
const prefix = (value: string) => ({ match: { type: 'prefix', value } })

describe('a rule', () => {
  test('is created with what its aliases begin with, and is read, listed and deleted', async () => {
    const forwardToId = await addMailbox()
    const made = await addRule(id, {
      match: { type: 'regex', value: 'shop-.*' },
      alias: 'Shops',
      forwardToId,
      expiresIn: 86_400,
    })
    const rule = {
      id: expect.any(String),
      domainId: id,
      position: 1,
      match: { type: 'regex', value: 'shop-.*' },
      alias: 'Shops',
      forwardToId,
      forwardToEmail: 'me@example.net',
      expiresIn: 86_400,
      autoRenew: true,
      isActive: true,
      aliasesCreated: 0,
      createdAt: expect.any(String),
    }
    expect([made.statusCode, made.json()]).toEqual([201, { data: rule }])
    const { id: ruleId } = made.json<{ data: { id: string } }>().data
    expect((await request('GET', path(id, ruleId))).json()).toEqual({ data: rule })
    expect(await listRules(id)).toEqual([rule])
    expect((await request('DELETE', path(id, ruleId))).json()).toEqual({ message: 'Rule deleted' })
    expect(await listRules(id)).toEqual([])
  })

  test('for any name has no value, and makes aliases that renew themselves', async () => {
    expect(await addedRule(id, any)).toMatchObject({
      match: { type: 'any', value: null },
      forwardToId: null,
      expiresIn: null,
      autoRenew: true,
    })
  })

  test.each([
    [{}, 'match should not be null or undefined'],
    [{ match: { type: 'glob', value: '*' } }, 'match.type'],
    [{ match: { type: 'any', value: 'x' } }, 'match.value should not exist'],
    [{ match: { type: 'prefix' } }, 'match.value'],
    [prefix(''), 'match.value'],
    [prefix('a b'), 'match.value'],
    [{ match: { type: 'regex', value: '(a' } }, 'missing closing )'],
    [{ match: { type: 'regex', value: 'é' } }, 'match.value'],
    [{ match: { type: 'regex', value: 'a'.repeat(101) } }, 'match.value must be shorter'],
    [{ match: { type: 'regex', value: '(?:.{10}){21}' } }, 'repeats too much'],
    [{ ...any, expiresIn: 3600 }, 'expiresIn must not be less than 86400'],
    [{ ...any, expiresIn: 31 * 86_400 }, 'expiresIn must not be greater than 2592000'],
    [{ ...any, forwardToId: '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44' }, 'verified forwarding address'],
    [{ ...any, position: 0 }, 'position'],
    [{ ...any, enabled: true }, 'enabled should not exist'],
  ])('%j is refused with 400: %s', async (rule, message) => {
    const refused = await addRule(id, rule)
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
      400,
      expect.stringContaining(message),
    ])
    expect(await listRules(id)).toEqual([])
  })

  test('forwards to no mailbox that is not verified, or another account’s', async () => {
    for (const forwardToId of [
      await addMailbox('unverified@example.net', false),
      await addMailbox('bob@example.net', true, 'live:bob'),
    ])
      expect((await addRule(id, { ...any, forwardToId })).statusCode).toBe(400)
  })

  test('keeps what a change leaves out', async () => {
    const forwardToId = await addMailbox()
    const made = await addedRule(id, { ...prefix('shop-'), alias: 'Shops', forwardToId })
    const changed = await changeRule(id, made.id, { isActive: false })
    expect(changed.json()).toEqual({ data: { ...made, isActive: false } })
    const other = { match: { type: 'any' }, alias: null, forwardToId: null, autoRenew: false, expiresIn: 60 }
    expect((await changeRule(id, made.id, other)).json()).toEqual({
      data: {
        ...made,
        ...other,
        match: { type: 'any', value: null },
        forwardToEmail: null,
        isActive: false,
      },
    })
    expect((await changeRule(id, made.id, { autoRenew: true })).statusCode).toBe(400)
  })

  test('outlives its mailbox, and forwards nothing then', async () => {
    const forwardToId = await addMailbox()
    await addedRule(id, { ...any, forwardToId })
    await request('DELETE', `/api/v1/forwarding-addresses/${forwardToId}`)
    expect(await listRules(id)).toMatchObject([{ forwardToId: null, forwardToEmail: null, isActive: true }])
  })

  test('is deleted with its domain', async () => {
    const { id: ruleId } = await addedRule(id, any)
    await request('DELETE', `/api/v1/domains/${id}`)
    expect((await request('GET', path(id, ruleId))).statusCode).toBe(404)
    expect((await request('GET', path(id))).json()).toEqual({ error: 'Domain not found' })
  })
})

describe('the order of the rules of a domain', () => {
  test('is that in which they are added, or as their positions say', async () => {
    for (const value of ['a', 'b', 'c']) await addRule(id, prefix(value))
    await addRule(id, { ...prefix('first'), position: 1 })
    const { id: last } = await addedRule(id, { ...prefix('beyond'), position: 20 })
    expect(await types()).toEqual([
      [1, 'first'],
      [2, 'a'],
      [3, 'b'],
      [4, 'c'],
      [5, 'beyond'],
    ])
    expect((await changeRule(id, last, { position: 2 })).json()).toMatchObject({ data: { position: 2 } })
    await request('DELETE', path(id, (await listRules(id))[0]!.id))
    expect(await types()).toEqual([
      [1, 'beyond'],
      [2, 'a'],
      [3, 'b'],
      [4, 'c'],
    ])
  })

  test('has no gap and no place twice after simultaneous changes', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => addRule(id, { ...prefix(`p${index}`), position: 1 })),
    )
    const rules = await listRules(id)
    await Promise.all([
      ...rules.slice(0, 3).map((rule) => request('DELETE', path(id, rule.id))),
      ...rules.slice(3).map((rule, index) => changeRule(id, rule.id, { position: index + 1 })),
    ])
    expect((await listRules(id)).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
  })

  test('has twenty places, also for simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 22 }, (_, index) => addRule(id, prefix(`p${index}`))),
    )
    const refused = answers.filter(({ statusCode }) => statusCode !== 201)
    const answer = [403, { error: 'Rule limit reached: 20 of 20 used. It does not reset: delete one first.' }]
    expect(refused.map((each) => [each.statusCode, each.json<object>()])).toEqual([answer, answer])
    expect(await listRules(id)).toHaveLength(20)
  })
})

const tried = async (localPart: string) =>
  (await request('POST', `${path(id)}/match`, { localPart })).json<{ data: { rule: object | null } }>().data

describe('a name can be tried on the rules', () => {
  test('and the first active one that matches is shown, without an alias being made', async () => {
    await addRule(id, { ...prefix('shop'), isActive: false })
    const second = await addedRule(id, prefix('Shop-'))
    const third = await addedRule(id, { match: { type: 'regex', value: '(shop|news)-?.*' } })
    expect([await tried('Shop-7'), await tried('shopping'), await tried('post')]).toEqual([
      { rule: second },
      { rule: third },
      { rule: null },
    ])
    expect(await aliases()).toEqual([])
  })

  test('but only a name that an alias can have', async () => {
    expect((await request('POST', `${path(id)}/match`, { localPart: 'a b' })).statusCode).toBe(400)
  })
})

describe('rules of a domain', () => {
  test('need a key with the scope to manage domains', async () => {
    const other = await bed.service.key('ada', { scopes: ['domains:read', 'emails:write'] })
    const refused = await addRule(id, any, other)
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { error: 'Insufficient permissions. Required scopes: domains:manage' },
    ])
    expect((await request('GET', path(id), undefined, { authorization: '' })).statusCode).toBe(401)
    const read = await bed.service.key('ada', { scopes: ['domains:read'] })
    expect((await request('GET', path(id), undefined, read)).statusCode).toBe(200)
    expect((await request('DELETE', path(id, id), undefined, read)).statusCode).toBe(403)
  })

  test('are those of their owner alone', async () => {
    const { id: ruleId } = await addedRule(id, any)
    const bob = await bed.service.key('bob')
    const own = await addOne('bob.dev', bob)
    const answers = [
      await request('GET', path(id), undefined, bob),
      await addRule(id, any, bob),
      await request('POST', `${path(id)}/match`, { localPart: 'x' }, bob),
      await request('GET', path(id, ruleId), undefined, bob),
      await changeRule(id, ruleId, { isActive: false }, bob),
      await request('DELETE', path(id, ruleId), undefined, bob),
      await request('GET', path(own.id, ruleId), undefined, bob),
      await changeRule(own.id, ruleId, { isActive: false }, bob),
      await request('DELETE', path(own.id, ruleId), undefined, bob),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(404))
    expect(await listRules(id)).toHaveLength(1)
  })

  test('need a plan with custom domains', async () => {
    await bed.service.plan('ada', 'pro')
    const refused = await addRule(id, any, await bed.service.person('ada'))
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { error: 'Custom domains require the Business plan' },
    ])
  })
})
