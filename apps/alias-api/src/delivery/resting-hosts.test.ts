import { beforeEach, expect, test } from 'vitest'
import { createRestingHosts, type RestingHosts } from './resting-hosts.ts'

let time = 0
let hosts: RestingHosts
const minuteMs = 60_000

beforeEach(() => {
  time = 0
  hosts = createRestingHosts({ now: () => time }, minuteMs)
})

const restOf = (host: string): number => {
  const startedAt = time
  hosts.rest(host)
  while (hosts.isResting(host)) time += minuteMs
  return (time - startedAt) / minuteMs
}

test('a host that fails again and again is left alone for longer each time, up to a quarter of an hour', () => {
  expect([1, 2, 3, 4, 5, 6].map(() => restOf('mx.bob.dev'))).toEqual([1, 2, 4, 8, 15, 15])
})

test('a host that has answered is left alone no longer, and begins anew', () => {
  hosts.rest('mx.bob.dev')
  hosts.rest('mx.bob.dev')
  hosts.wake('mx.bob.dev')
  expect(hosts.isResting('mx.bob.dev')).toBe(false)
  expect(restOf('mx.bob.dev')).toBe(1)
})

test('a host that fails keeps no other from its mail', () => {
  hosts.rest('mx.bob.dev')
  expect(hosts.isResting('mx.ada.dev')).toBe(false)
})
