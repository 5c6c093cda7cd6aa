/** The name of this machine in an isolated browser, which knows no other name. */
export const proxyName = 'egress.invalid'

/** Of Playwright's own arguments, those that give pages a GPU process without a sandbox. */
export const unwantedArguments = ['--use-angle=swiftshader-webgl', '--enable-unsafe-swiftshader']

/**
 * Arguments in addition to Playwright's own, which already turn off background traffic, component updates and
 * first-run pages (those of the npm package are not used: they put all pages into one process and turn off web
 * security).
 *
 * The proxy of a run is set on its context. These arguments close every other way out, in layers, because a proxy
 * setting alone is advice: the browser's own requests, and requests for a page outside of its context, ignore it.
 */
export function isolationArguments({
  heapMegabytes,
  proxyHost,
}: {
  heapMegabytes: number
  /** The host of the run's proxy, where it is not this machine. */
  proxyHost?: string
}): string[] {
  const proxy = proxyHost === undefined ? `MAP ${proxyName} 127.0.0.1` : `EXCLUDE ${proxyHost}`
  return [
    // A process for each site, however little memory the machine has.
    '--site-per-process',
    // And none kept ready for another site, which most runs never open: a twentieth of what a run costs the processor.
    // The limit is no limit: a site still gets a process where no other one is its own.
    '--renderer-process-limit=1',
    // No WebGL; the process that composes pages is sandboxed then.
    '--disable-gpu',
    '--disable-software-rasterizer',
    '--disable-blink-features=WebGPU,WebUSB,Serial,WebHID,WebBluetooth,WebNFC',
    // No request can connect to a name or address other than the proxy's: every host that the browser would resolve
    // itself, literal addresses included, becomes one that does not exist.
    `--host-resolver-rules=${proxy},MAP * ~NOTFOUND`,
    // Requests outside of any run get a proxy that does not exist.
    '--proxy-server=http://nothing.invalid:9',
    // By default, Chromium does not use a proxy for loopback.
    '--proxy-bypass-list=<-loopback>',
    '--dns-prefetch-disable',
    // UDP does not use a proxy.
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-domain-reliability',
    // A page beyond this limit crashes alone, because no other run shares its process.
    `--js-flags=--max-old-space-size=${heapMegabytes}`,
  ]
}
