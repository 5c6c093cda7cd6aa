import { newId } from '@waypost/postgres'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accountLimits } from '../db/limit-tables.ts'
import { accounts } from '../db/tables.ts'
import { limitedIn, newKey, openCellsBed, ownersOfKeysIn } from './test-cells.ts'

const { bed, ask, place, createKey } = openCellsBed()
const ofEpoch = async (epoch: number) => ({
  authorization: `Bearer ${await bed.service.issuer.token('oda', { epoch })}`,
})

describe('placing an account', () => {
  test('that has data is refused, and it is served where it was', async () => {
    const lea = await bed.service.person('lea')
    await createKey(lea)
    await expect(place('lea')).rejects.toThrow('lea has rows in api_keys, audit_logs')
    await createKey(lea)
  })

  test('that makes data in the meantime is called off, and it is served where it was', async () => {
    const mia = await bed.service.person('mia')
    // A request that was admitted before.
    const late = () =>
      bed.service.app.inject({ method: 'POST', url: '/api-keys', headers: mia, payload: newKey })
    const opened = async () => {
      await bed.home.update(accounts).set({ cell: null }).where(eq(accounts.id, 'mia'))
      await late()
      await bed.home.update(accounts).set({ cell: 'c1' }).where(eq(accounts.id, 'mia'))
    }
    await expect(place('mia', opened)).rejects.toThrow('mia has rows in api_keys')
    await createKey(mia)
    expect(await ownersOfKeysIn(bed.cell)).not.toContain('mia')
  })

  test('that was interrupted, and made data before, is called off by doing it again', async () => {
    const interrupted = place('zoe', () => Promise.reject(new Error('interrupted')))
    await expect(interrupted).rejects.toThrow('interrupted')
    const id = newId()
    await bed.home.execute(sql`
      insert into automation.notices (id, owner_id, kind, subject, data, told_at, created_at)
      values (${id}, 'zoe', 'limit_near', 'x', '{}', now(), now())
    `)
    await expect(place('zoe')).rejects.toThrow('zoe has rows in notices')
    await createKey(await bed.service.person('zoe'))
    await bed.home.execute(sql`delete from automation.notices where id = ${id}`)
  })

  test('that was interrupted refuses its requests, and is finished by doing it again', async () => {
    const ned = await bed.service.person('ned')
    const interrupted = place('ned', () => Promise.reject(new Error('interrupted')))
    await expect(interrupted).rejects.toThrow('interrupted')
    expect((await ask('/api-keys', ned)).status).toBe(503)
    expect(await place('ned')).toBe(false)
    await createKey(ned)
    expect(await place('ned')).toBe(true)
    expect(await ownersOfKeysIn(bed.cell)).toContain('ned')
  })

  test('keeps what is known of its JWTs, and its own limits', async () => {
    await bed.home.insert(accounts).values({ id: 'oda', tokenEpoch: 2 })
    await bed.home.insert(accountLimits).values({ ownerId: 'oda', automations: 7, updatedAt: new Date() })
    await place('oda')
    expect(await limitedIn(bed.cell, 'oda')).toMatchObject([{ automations: 7 }])
    expect((await ask('/api-keys', await ofEpoch(1))).status).toBe(401)
    expect((await ask('/api-keys', await ofEpoch(2))).status).toBe(200)
  })
})
