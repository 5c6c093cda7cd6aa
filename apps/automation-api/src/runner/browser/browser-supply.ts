import type { Server } from 'node:net'
import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { hostname } from 'node:os'
import { type ControlGroup, limitsAround } from '../jail/control-groups.ts'
import { findJail, type Jail } from '../jail/find-jail.ts'
import { jailCommand } from '../jail/jail-command.ts'
import { createPrivateNetworks, type PrivateNetworks } from '../jail/private-networks.ts'
import { connectBrowser } from './connect-browser.ts'
import { findChromium, type FoundChromium } from './find-chromium.ts'
import { proxyName } from './launch-arguments.ts'
import { launchBrowser } from './launch-browser.ts'
import type { RunnerBrowser } from './runner-browser.ts'

const answerWithinMs = 2000

/** How a browser reaches a proxy of this process. */
export interface ProxyReach {
  /** The address to listen on, or the listener of the browser's own network. */
  listenOn: string | Server
  /** The host name or address that the browser uses. */
  calledAs: string
  /** Whether others could reach the proxy too. */
  needsToken: boolean
}

/** A browser for one run. */
export interface SuppliedBrowser extends RunnerBrowser {
  /** Undefined where the remote side isolates its browsers itself. */
  proxyReach: ProxyReach | undefined
  group?: ControlGroup
  /** For a browser that others bound: the reason why they have ended it. */
  findExcess?: () => Promise<string | undefined>
  /** For a browser of a host: whether the host is about to stop, and the browser with it. */
  isEnding?: () => Promise<boolean>
}

/** The source of browsers. The caller of `open` must close the browser. */
export interface BrowserSupply {
  open: () => Promise<SuppliedBrowser>
  /** In words, what separates its browsers from the machine. */
  describeIsolation: () => Promise<string>
  /** Once all browsers are closed. */
  close: () => Promise<void>
}

export interface BrowserSupplyOptions {
  /** The operator's Chromium; by default the system's, else the one from npm. */
  executablePath?: string | undefined
  /** A `browser-host` instead, `ws:` or `wss:`. */
  hostUrl?: string | undefined
  /** A remote browser or grid instead, `ws:`, `wss:`, `http:` or `https:`. May hold a secret. */
  cdpUrl?: string | undefined
  /** The host name or address by which the remote browser reaches this process. */
  proxyHost?: string | undefined
  /** The remote side lets its browsers reach only public addresses, and so needs no proxy. */
  isGridIsolated?: boolean | undefined
  /** Limit of a page's JavaScript heap. */
  heapMegabytes?: number | undefined
  /** Limit of a browser's temp directory, and of its shared memory. */
  diskMebibytes?: number | undefined
  /** What a run may use. */
  memoryMebibytes?: number | undefined
  /** A control group that is delegated to this process. */
  groupDirectory?: string | undefined
}

/** Throws an Error where a remote browser would be used without any isolation. */
export function createBrowserSupply(options: BrowserSupplyOptions = {}): BrowserSupply {
  const { cdpUrl, hostUrl, proxyHost, isGridIsolated = false } = options
  if (hostUrl !== undefined) return supplyFromHost(hostUrl, proxyHost ?? hostname())
  if (cdpUrl === undefined) return supplyLocal(options)
  if (proxyHost === undefined && !isGridIsolated) {
    throw new Error(
      'A remote browser needs the name by which it reaches our proxy, unless its grid isolates it.',
    )
  }
  const proxyReach =
    proxyHost === undefined ? undefined : { listenOn: '0.0.0.0', calledAs: proxyHost, needsToken: true }
  return {
    open: async () => ({ ...(await connectBrowser(cdpUrl)), proxyReach }),
    describeIsolation: async () => 'a remote browser, which its operator isolates',
    close: async () => {},
  }
}

/** @param proxyHost by which the host's browsers reach this process */
function supplyFromHost(hostUrl: string, proxyHost: string): BrowserSupply {
  const proxyReach = { listenOn: '0.0.0.0', calledAs: proxyHost, needsToken: true }
  return {
    async open() {
      const url = await findHost(new URL(hostUrl))
      const id = randomUUID()
      url.searchParams.set('proxy', proxyHost)
      url.searchParams.set('id', id)
      return {
        ...(await connectBrowser(url.href)),
        proxyReach,
        findExcess: async () => (await ask(url, `/excess/${id}`)).answer?.['excess'],
        isEnding: async () => (await ask(url, '/readyz')).status === 503,
      }
    },
    describeIsolation: async () => `browsers of ${new URL(hostUrl).host}, which has no secrets`,
    close: async () => {},
  }
}

/** The host itself, where the URL may lead to one of several: it is asked about its browser later. */
async function findHost(url: URL): Promise<URL> {
  const { answer } = await ask(url, '/host')
  const found = new URL(url)
  if (answer?.['host'] !== undefined) found.host = answer['host']
  return found
}

async function ask(
  url: URL,
  path: string,
): Promise<{ status?: number; answer?: Record<string, string> | undefined }> {
  const asked = new URL(path, url)
  asked.protocol = url.protocol === 'wss:' ? 'https:' : 'http:'
  try {
    const response = await fetch(asked, { signal: AbortSignal.timeout(answerWithinMs) })
    const answer = (await response.json()) as Record<string, string>
    return { status: response.status, answer: response.ok ? answer : undefined }
  } catch {
    // A host that does not answer has no browser either, which says so itself.
    return {}
  }
}

interface Machine {
  found: FoundChromium
  /** Or why there is none. */
  jail: Jail | string
}

function supplyLocal({
  executablePath,
  heapMegabytes,
  diskMebibytes = 512,
  memoryMebibytes = 2048,
  groupDirectory,
}: BrowserSupplyOptions): BrowserSupply {
  let machine: Promise<Machine> | undefined
  let networks: PrivateNetworks | undefined
  const look = async (): Promise<Machine> => {
    const found = await findChromium({ executablePath })
    const isSnap = (await realpath(found.executablePath)).startsWith('/snap/')
    return {
      found,
      jail: isSnap ? 'no jail: a snap starts only outside of one' : await findJail(groupDirectory),
    }
  }
  const launch = async ({ found, jail }: Machine): Promise<SuppliedBrowser> => {
    const options = { found, isolated: true, heapMegabytes }
    const reach = { calledAs: proxyName, needsToken: false }
    if (typeof jail === 'string')
      return { ...(await launchBrowser(options)), proxyReach: { ...reach, listenOn: '127.0.0.1' } }
    networks ??= createPrivateNetworks(jail)
    const network = await networks.take()
    let group: ControlGroup | undefined
    // The next browser in this network must meet no process of the last one.
    const release = () => (group?.end() ?? Promise.resolve()).finally(network.release)
    try {
      group = jail.groups?.open(limitsAround({ memoryMebibytes, diskMebibytes }))
      const command = jailCommand(jail, found, { networkPid: network.pid, diskMebibytes, group })
      const browser = await launchBrowser({ ...options, jail: command })
      return {
        ...browser,
        proxyReach: { ...reach, listenOn: network.listener },
        ...(group && { group }),
        close: () => browser.close().then(release),
      }
    } catch (error) {
      await release()
      throw error
    }
  }

  return {
    async open() {
      machine ??= look()
      // A browser may be installed, or the temp directory cleaned, while this process runs.
      return await launch(await machine).catch((error: unknown) => {
        machine = undefined
        throw error
      })
    },
    async describeIsolation() {
      const { jail } = await (machine ??= look())
      return typeof jail === 'string' ? jail : jail.description
    },
    async close() {
      const opened = networks
      networks = undefined
      await opened?.close()
    },
  }
}
