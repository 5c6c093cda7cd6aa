import { createEgressPolicy, startForwardProxy } from '@waypost/egress'
import { onTestFinished } from 'vitest'

/** For tests: a proxy on loopback, as a customer may have one, that wants a password. */
export async function startTestProxy(password: string) {
  const policy = createEgressPolicy({ allow: ['127.0.0.0/8'] })
  const proxy = await startForwardProxy({ policy, token: password })
  onTestFinished(() => proxy.close())
  return proxy
}
