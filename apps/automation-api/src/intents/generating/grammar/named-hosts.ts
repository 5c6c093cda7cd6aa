import { fillText } from '../../../automations/variables/fill-text.ts'
import { ADDRESS, protectText } from './protect-text.ts'

/** The hosts that a text names, directly or by a variable that is a URL. */
export function listNamedHosts(text: string, values: Record<string, string>): string[] {
  const filled = fillText(text, (name) => {
    const value = values[name] ?? ''
    return /^https?:\/\//i.test(value) || /^[^\s/.]+\.\S+$/.test(value) ? value : '…'
  })
  const { text: kept, restore } = protectText(filled.replaceAll(/["'“”„«»`]/g, ' '))
  const addresses = kept.match(new RegExp(ADDRESS, 'g')) ?? []
  const hosts = addresses.map((address) => {
    const written = restore(address)
    return URL.parse(/^https?:/i.test(written) ? written : `https://${written}`)?.hostname ?? ''
  })
  return [...new Set(hosts)].filter(Boolean)
}

/** Whether a URL is on one of the hosts or their subdomains. */
export function isOnHosts(address: string, hosts: string[]): boolean {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  const { hostname } = url
  return hosts.some((host) => {
    const site = host.replace(/^www\./, '')
    // IP addresses have no subdomains.
    return (
      hostname === host || hostname === site || (!/^[\d.]+$|:/.test(site) && hostname.endsWith(`.${site}`))
    )
  })
}
