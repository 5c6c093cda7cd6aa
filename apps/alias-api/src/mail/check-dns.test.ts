import { startDnsServer, type DnsServer } from '@waypost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDns } from './check-dns.ts'

let dns: DnsServer
beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.close())

test.each([
  ['has the name', { A: ['127.0.0.1'] }, undefined],
  ['has no such name', undefined, undefined],
  ['fails', 'SERVFAIL' as const, /^DNS does not answer \(127\.0\.0\.1:\d+\)$/],
])('DNS that %s', async (_answer, record, problem) => {
  dns.set('mx.waypost.test', record)
  const found = await checkDns({ mxHost: 'mx.waypost.test', servers: [dns.address], timeoutMs: 30_000 })()
  if (problem) expect(found).toMatch(problem)
  else expect(found).toBeUndefined()
})
