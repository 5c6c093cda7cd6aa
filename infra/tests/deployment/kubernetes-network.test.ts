import { BlockList } from 'node:net'
import { describe, expect, test } from 'vitest'
import { named } from './production-objects.ts'

interface Rule {
  to?: { ipBlock?: { cidr: string; except?: string[] }; podSelector?: object }[]
  from?: object[]
  ports?: object[]
}

interface RunnerPod {
  securityContext: { sysctls: object[] }
  containers: { ports: { name: string; containerPort: number }[] }[]
}

/** Whether a policy allows its pods to reach an address. */
function reaches(rules: Rule[], address: string): boolean {
  const family = address.includes(':') ? 'ipv6' : 'ipv4'
  const isIn = (cidr: string) => {
    const list = new BlockList()
    const [network, length] = cidr.split('/') as [string, string]
    list.addSubnet(network, Number(length), network.includes(':') ? 'ipv6' : 'ipv4')
    return list.check(address, family)
  }
  return rules.some(({ to }) =>
    to?.some(({ ipBlock }) => ipBlock && isIn(ipBlock.cidr) && !ipBlock.except?.some(isIn)),
  )
}

const specOf = (name: string) =>
  named('NetworkPolicy', name)!['spec'] as { egress: Rule[]; ingress?: Rule[]; policyTypes: string[] }

const proxies = { port: 32_768, endPort: 60_999 }

describe('the network', () => {
  test('is closed by default', () => {
    expect(specOf('nobody')).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
  })

  test.each(['dispatcher', 'automation-runner', 'automation-api', 'alias-api', 'alias-mail', 'dashboard'])(
    'allows %s to reach public addresses only',
    (name) => {
      const { egress } = specOf(name)
      for (const address of ['1.1.1.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111'])
        expect(reaches(egress, address), address).toBe(true)
      for (const address of [
        '10.1.2.3',
        '100.64.0.1',
        '127.0.0.1',
        '169.254.169.254',
        '172.16.0.1',
        '172.31.255.255',
        '192.168.1.1',
        '0.0.0.0',
        '224.0.0.1',
        '255.255.255.255',
        '198.18.0.1',
        '::1',
        'fd00::1',
        'fe80::1',
        '::ffff:10.0.0.1',
        '64:ff9b::a00:1',
        '2002:a00:1::',
        '2001:db8::1',
      ])
        expect(reaches(egress, address), address).toBe(false)
    },
  )

  test('allows a browser to reach the proxies of runners only, and no name server', () => {
    const runner = { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'automation-runner' } } }
    expect(specOf('browser-host')).toMatchObject({
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [runner], ports: [{ port: 'browsers' }] }],
      egress: [{ to: [runner], ports: [proxies] }],
    })
    expect(JSON.stringify(specOf('names'))).toContain('"operator":"NotIn","values":["browser-host"]')
  })

  test('gives proxies ports of which the runner uses no other, and keeps the system to them', () => {
    const { spec } = (named('Deployment', 'automation-runner')!['spec'] as { template: { spec: RunnerPod } })
      .template
    expect(spec.securityContext.sysctls).toEqual([
      { name: 'net.ipv4.ip_local_port_range', value: `${proxies.port} ${proxies.endPort}` },
    ])
    const ports = spec.containers.flatMap((container) => container.ports)
    expect(ports.map(({ name }) => name)).toEqual(['internal', 'live'])
    for (const { containerPort } of ports) expect(containerPort).toBeLessThan(proxies.port)
  })

  test('allows only the metrics collector to reach the dispatcher, and besides it only browsers and the API the runner', () => {
    expect(specOf('dispatcher').policyTypes).toEqual(['Egress'])
    expect(specOf('automation-runner').ingress).toEqual([
      {
        from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'browser-host' } } }],
        ports: [proxies],
      },
      {
        from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'automation-api' } } }],
        ports: [{ port: 'live' }],
      },
    ])
    expect(specOf('metrics').ingress).toMatchObject([{ ports: [{ port: 'internal' }] }])
  })

  test('allows the alias API to reach others for remote images only, at the ports of the web', () => {
    const outwards = specOf('alias-api').egress.filter(({ to }) => to?.some(({ ipBlock }) => ipBlock))
    expect(outwards.map(({ ports }) => ports)).toEqual([[{ port: 80 }, { port: 443 }]])
  })
})
