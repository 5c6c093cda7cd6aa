export {
  attachTestClock,
  createTestDatabase,
  type AttachedTestClock,
  type TestDatabase,
} from '@waypost/postgres/testing'
export { startDnsServer, type DnsEntry, type DnsServer } from './dns-server.ts'
export { createJwtIssuer, type JwtIssuer } from './jwt-issuer.ts'
export { startMailSink, type MailSink } from './mail-sink.ts'
export { startWebhookReceiver, type ReceivedRequest, type WebhookReceiver } from './webhook-receiver.ts'
export { startTraceCollector, type TraceCollector } from './trace-collector.ts'
export { findFreePort } from './find-free-port.ts'
export { endProcess, startProcess } from './start-process.ts'
export { inheritedEnvironment } from './inherited-environment.ts'
export { createRandom, type Random } from './random.ts'
export { waitFor } from './wait-for.ts'
