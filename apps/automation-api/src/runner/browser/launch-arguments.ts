/** What an isolated browser calls this machine by; no other name means anything to it. */
export const proxyName = 'egress.invalid'

/**
 * Arguments on top of Playwright's own, which already turn off background traffic, component updates and first-run
 * pages (those of the npm package are not used: they put all pages into one process and turn off web security).
 *
 * The proxy of a run is set on its context. These close every other way out, in layers, because a proxy setting alone
 * is advice: what the browser asks for on its own account, or for a page but outside of its context, does not know it.
 */
export function isolationArguments({ heapMegabytes }: { heapMegabytes: number }): string[] {
  return [
    // No name and no address but the proxy's can be connected to, whoever asks: every host that the browser would
    // resolve by itself, literal addresses included, becomes one that does not exist.
    `--host-resolver-rules=MAP ${proxyName} 127.0.0.1,MAP * ~NOTFOUND`,
    // What belongs to no run gets a proxy that does not exist.
    '--proxy-server=http://nothing.invalid:9',
    // Chromium leaves loopback out of a proxy unless told not to.
    '--proxy-bypass-list=<-loopback>',
    '--dns-prefetch-disable',
    // UDP knows no proxy.
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-domain-reliability',
    // A page that wants more than this dies alone: its process is no other run's.
    `--js-flags=--max-old-space-size=${heapMegabytes}`,
  ]
}
