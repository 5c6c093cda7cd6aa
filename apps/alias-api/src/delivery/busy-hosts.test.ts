import { beforeEach, expect, test } from 'vitest'
import { describeRefusal, type Outcome } from './describe-refusal.ts'
import type { Transport } from './send-outbound.ts'
import { exchanges, openMxBed, outbound } from './test-mx-transport.ts'

const { bed, createTransport } = openMxBed()
const minuteMs = 60_000
let time: number
let transport: Transport

beforeEach(() => {
  time = Date.UTC(2026, 2, 2)
  bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
  transport = createTransport({ clock: { now: () => time } })
})
const sendTo = (rcptTo = 'bob@bob.dev'): Promise<Outcome> =>
  transport({ ...outbound, rcptTo }).then(() => ({ status: 'sent' }), describeRefusal)
const deferred = (reason: string) => ({ status: 'deferred', reason })

test.each(['connect', 'recipient', 'content'] as const)(
  'a host that answers 421 at the %s is left alone for a minute, then for two',
  async (at) => {
    const refusal = { at, code: 421, message: '4.7.0 Too much mail from you' }
    bed.sink.refuse(refusal, refusal, undefined)
    for (const minutes of [1, 2]) {
      expect(await sendTo()).toMatchObject(deferred(expect.stringContaining('421 4.7.0 Too much mail')))
      time += minutes * minuteMs - 1
      expect(await sendTo()).toEqual(deferred('451 4.4.1 mx1.bob.dev answered 421 a moment ago'))
      expect(bed.sink.connections).toBe(minutes)
      time += 1
    }
    expect(await sendTo()).toEqual({ status: 'sent' })
  },
)

test('a host that refuses temporarily with another code is asked again for the next message', async () => {
  bed.sink.refuse({ at: 'recipient', code: 450 }, undefined)
  expect(await sendTo()).toMatchObject({ status: 'deferred' })
  expect(await sendTo()).toEqual({ status: 'sent' })
})

test('mail goes to the next host of the domain, and to hosts of others, while one that answered 421 is left alone', async () => {
  bed.dns.set('bob.dev', exchanges('mx1.bob.dev', 'mx2.bob.dev'))
  bed.dns.set('ada.dev', exchanges('mx2.bob.dev'))
  bed.sink.refuse({ at: 'connect', code: 421 }, undefined)
  expect(await sendTo()).toEqual({ status: 'sent' })
  expect(await sendTo('eve@bob.dev')).toEqual({ status: 'sent' })
  expect(await sendTo('ada@ada.dev')).toEqual({ status: 'sent' })
  expect(bed.dns.questions.filter((question) => question === 'mx1.bob.dev A')).toHaveLength(1)
})
