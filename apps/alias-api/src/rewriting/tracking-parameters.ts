/**
 * The query parameters that tell a site which campaign, mail or reader a click comes from, and without which its pages
 * are the same: those that Firefox strips (privacy.query_stripping.strip_list), and the campaign parameters and click ids
 * that Google Analytics and Ads, Matomo, HubSpot, Mailchimp, Marketo, Klaviyo, Adobe, TikTok, LinkedIn and X document.
 */
const names = new Set(
  (
    '__hsfp __hssc __hstc __s _hsenc _openstat dclid fbclid gbraid gclid hsctatracking igshid mc_eid ' +
    'ml_subscriber ml_subscriber_hash msclkid oft_c oft_ck oft_d oft_id oft_ids oft_k oft_lk oft_sid ' +
    'oly_anon_id oly_enc_id rb_clickid s_cid twclid vero_conv vero_id wbraid wickedid yclid ' +
    '_hsmi _kx gad_source gclsrc li_fat_id mc_cid mkt_tok srsltid ttclid ' +
    'pk_campaign pk_content pk_keyword pk_kwd pk_medium pk_source'
  ).split(' '),
)
const prefixes = ['utm_', 'mtm_', 'hsa_']
const longestName = 40

const isTracking = (name: string): boolean =>
  name.length <= longestName &&
  (names.has(name.toLowerCase()) || prefixes.some((each) => name.toLowerCase().startsWith(each)))

// As a separator is written in HTML.
const separator = /(&amp;|&#38;|&#x26;|&)/i

/**
 * A URL without its tracking parameters, and otherwise character for character the same.
 *
 * @param url as it is written in HTML or in a plain text
 * @param isWhole whether it surely ends there. Otherwise what may be more of it stays a parameter of its own
 * @returns undefined where it has none
 */
export function withoutTracking(url: string, isWhole = true): string | undefined {
  const start = url.indexOf('?')
  if (start === -1) return undefined
  const end = fragmentOf(url, start)
  const parts = url.slice(start + 1, end).split(separator)
  let kept = ''
  let isChanged = false
  let isLast = false
  for (let at = 0; at < parts.length; at += 2) {
    const parameter = parts[at]!
    isLast = isTracking(parameter.split('=', 1)[0]!)
    if (isLast) isChanged = true
    else kept += (kept === '' ? '' : parts[at - 1]!) + parameter
  }
  if (!isChanged) return undefined
  const isOpen = !isWhole && end === url.length
  const query = kept === '' && !isOpen ? '' : `?${kept}`
  const open = isOpen && isLast && kept !== '' ? parts.at(-2)! : ''
  return url.slice(0, start) + query + open + url.slice(end)
}

/** Where the fragment begins, or the URL ends. A `#` after an ampersand begins a character reference. */
function fragmentOf(url: string, from: number): number {
  for (let at = url.indexOf('#', from); at !== -1; at = url.indexOf('#', at + 1))
    if (url[at - 1] !== '&') return at
  return url.length
}
