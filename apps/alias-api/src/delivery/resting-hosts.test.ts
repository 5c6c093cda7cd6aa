import { beforeEach, expect, test } from 'vitest'
import { createRestingHosts, type RestingHosts } from './resting-hosts.ts'

let time = 0
let hosts: RestingHosts
const minuteMs = 60_000
const why = 'did not answer'

beforeEach(() => {
  time = 0
  hosts = createRestingHosts({ now: () => time }, minuteMs)
})

const restOf = (host: string): number => {
  const startedAt = time
  hosts.rest(host, why)
  while (hosts.whyResting(host) === why) time += minuteMs
  return (time - startedAt) / minuteMs
}

test('a host that fails again and again is left alone for longer each time, up to a quarter of an hour', () => {
  expect([1, 2, 3, 4, 5, 6].map(() => restOf('mx.bob.dev'))).toEqual([1, 2, 4, 8, 15, 15])
})

test('a host that has answered is left alone no longer, and begins anew', () => {
  expect([restOf('mx.bob.dev'), restOf('mx.bob.dev')]).toEqual([1, 2])
  hosts.rest('mx.bob.dev', why)
  hosts.wake('mx.bob.dev')
  expect(hosts.whyResting('mx.bob.dev')).toBeUndefined()
  expect(restOf('mx.bob.dev')).toBe(1)
})

test('a host that fails keeps no other from its mail', () => {
  hosts.rest('mx.bob.dev', why)
  expect(hosts.whyResting('mx.ada.dev')).toBeUndefined()
})

test('conversations that fail while a host is left alone make it no longer', () => {
  for (let count = 0; count < 20; count += 1) hosts.rest('mx.bob.dev', why)
  expect(restOf('mx.bob.dev')).toBe(1)
  expect(restOf('mx.bob.dev')).toBe(2)
})
