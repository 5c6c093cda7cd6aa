import { describe, expect, test } from 'vitest'
import { createApp } from '../create-app.ts'
import { standardErrorForm } from '../errors/standard-error-form.ts'
import { createLogger } from '../observability/logger.ts'
import { parseEnvironment } from './parse-environment.ts'
import { httpEnvironment } from './process-environment.ts'

const read = (given: NodeJS.ProcessEnv) => parseEnvironment(httpEnvironment, given)

describe('TRUST_PROXY', () => {
  test.each<[string, boolean | string]>([
    ['true', true],
    ['false', false],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['10.0.0.1, fd00::/8,::1', '10.0.0.1,fd00::/8,::1'],
    ['loopback, uniquelocal,linklocal', 'loopback,uniquelocal,linklocal'],
  ])('%s is taken, and an app starts with it', async (TRUST_PROXY, expected) => {
    const trustProxy = read({ TRUST_PROXY }).TRUST_PROXY
    expect(trustProxy).toBe(expected)
    const logger = createLogger('test', 'silent')
    const app = createApp({ logger, errorForm: standardErrorForm, trustProxy, corsOrigins: [] })
    await app.ready()
    await app.close()
  })

  test.each([
    'yes',
    'TRUE',
    // A number of hops elsewhere; here it would be the address 0.0.0.1.
    '1',
    'proxy.internal',
    '10.0.0.0/33',
    '10.0.0.0/0',
    'fd00::/129',
    '10.0.0.0/8/8',
    '10.0.0.256',
    '10.0.0.1 10.0.0.2',
    'true,10.0.0.1',
    ',',
  ])('%s is refused by name', (TRUST_PROXY) => {
    expect(() => read({ TRUST_PROXY })).toThrow(
      '  TRUST_PROXY: must be true, false, or a list of IP addresses',
    )
  })
})

describe('CORS_ORIGINS', () => {
  test('origins are taken as a list', () => {
    const given = 'https://app.example.com, http://localhost:5173'
    expect(read({ CORS_ORIGINS: given }).CORS_ORIGINS).toEqual([
      'https://app.example.com',
      'http://localhost:5173',
    ])
    expect(read({}).CORS_ORIGINS).toEqual([])
  })

  test.each([
    '*',
    'null',
    'app.example.com',
    'https://app.example.com/',
    'https://app.example.com/page',
    'https://App.example.com',
    'https://app.example.com:443',
    'https://user@app.example.com',
    'ftp://app.example.com',
    'https://app.example.com https://other.example.com',
  ])('%s, which no browser sends as an origin, is refused by name', (CORS_ORIGINS) => {
    expect(() => read({ CORS_ORIGINS })).toThrow('  CORS_ORIGINS: must be a list of origins')
  })
})

describe('hosts to listen on', () => {
  test.each([
    '127.0.0.1',
    '0.0.0.0',
    '::',
    '::1',
    'localhost',
    'node-1.example.internal',
    'my_host.internal',
  ])('%s is taken', (host) => {
    expect(read({ HOST: host, METRICS_HOST: host })).toMatchObject({ HOST: host, METRICS_HOST: host })
  })

  test.each([
    'http://127.0.0.1',
    '127.0.0.1:4001',
    '[::1]',
    '256.0.0.1',
    '127.0.0',
    '10.0.0.0/8',
    'two hosts',
    '-host',
    'host..internal',
    '*',
  ])('%s is refused by name', (host) => {
    const refusal = 'must be an IP address or a host name'
    expect(() => read({ HOST: host })).toThrow(`  HOST: ${refusal}`)
    expect(() => read({ METRICS_HOST: host })).toThrow(`  METRICS_HOST: ${refusal}`)
  })
})
