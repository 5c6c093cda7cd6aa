import { expect, test } from 'vitest'
import { readHosts } from './read-hosts.ts'

const wants = (attributes: string) =>
  readHosts(`postgres://waypost@a,b/waypost?target_session_attrs=${attributes}`)

test('a URL with one host stays as it is', () => {
  const url = 'postgres://waypost:p%40ss@db.example:6432/waypost?sslmode=verify-full'
  expect(readHosts(url)).toEqual({
    hosts: [{ host: 'db.example', port: 6432 }],
    mustWrite: false,
    url,
  })
  const socket = 'postgres://waypost@/waypost?host=/var/run/postgresql'
  expect(readHosts(socket).url).toBe(socket)
})

test('of several hosts one that takes writes is wanted, each with its own port', () => {
  expect(readHosts('postgres://waypost@a:6432,b,[::1]:6433/waypost?sslmode=require')).toEqual({
    hosts: [
      { host: 'a', port: 6432 },
      { host: 'b', port: 5432 },
      { host: '::1', port: 6433 },
    ],
    mustWrite: true,
    url: 'postgres://waypost@a:6432/waypost?sslmode=require',
  })
})

test('target_session_attrs says what is wanted, and asks for no standby', () => {
  expect(wants('read-write')).toMatchObject({ mustWrite: true, url: 'postgres://waypost@a/waypost' })
  expect(wants('primary').mustWrite).toBe(true)
  expect(wants('any').mustWrite).toBe(false)
  expect(() => wants('standby')).toThrow(
    'has target_session_attrs that is not one of any, primary, read-write',
  )
})
