import type { MailEnv, MailProcess } from '../mail/mail-process.ts'
import type { DnsOptions, MailServices } from '../services.ts'
import type { WorkOptions } from '../work-queue.ts'
import { carryByMx } from './carry-by-mx.ts'
import { carryBySmarthost } from './carry-by-smarthost.ts'
import { catchMail } from './catch-mail.ts'
import { chooseCarrier } from './choose-carrier.ts'
import { createPolicyFinder, fetchPolicyBy } from './mta-sts.ts'
import type { Carry } from './send-outbound.ts'

/** Who brings what leaves, and how much of it at a time. */
export interface OpenCarrier {
  carry: Carry
  pace: Pick<WorkOptions, 'atATime' | 'batchSize'>
}

/** The operator's mail server where there is one; else, for developers, a table; else the hosts of the recipients. */
export function openCarrier(
  { env, onStop }: Pick<MailProcess, 'env' | 'onStop'>,
  services: MailServices & { dns: DnsOptions },
): OpenCarrier {
  const caught = env.ALIAS_DEV_OUTBOX ? catchMail(services) : undefined
  if (env.SMTP_SMARTHOST === undefined) {
    const carry = chooseCarrier(caught ?? carryDirectly(env, services), caught)
    // Of many servers one may be slow, and a batch waits for its slowest message.
    return { carry, pace: { atATime: env.SMTP_DELIVERIES, batchSize: 2 } }
  }
  const connections = env.SMTP_SMARTHOST_CONNECTIONS
  const smarthost = carryBySmarthost(env.SMTP_SMARTHOST, { hostname: env.ALIAS_MX_HOST, connections })
  onStop(async () => smarthost.close())
  // One server takes all mail equally fast, so that enough may wait for its connections.
  return { carry: chooseCarrier(smarthost.carry, caught), pace: { atATime: 4 * connections } }
}

function carryDirectly(
  { EGRESS_ALLOW: egress }: MailEnv,
  { dns, clock }: Pick<MailServices, 'clock'> & { dns: DnsOptions },
): Carry {
  const findPolicy = createPolicyFinder(dns, fetchPolicyBy(dns, egress), clock.now)
  return carryByMx({ dns, egress, findPolicy })
}
