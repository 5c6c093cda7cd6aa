import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Address } from '../addresses/address.ts'
import { testMessage } from '../forwarding/test-forwarding.ts'
import { field, openReplyBed } from '../replies/test-reply-bed.ts'
import { mailbox } from '../replies/test-replies.ts'

/** For tests: an alias of Ada's whose mail is forwarded to her mailbox, and the links in it. */
export function openLinksBed() {
  const replies = openReplyBed()
  const { bed, addRule, receive, execute, mailTo } = replies
  /** Has Ada switch links on or off for her mailbox. */
  const switchLinks = async (hasAliasLinks: boolean) => {
    const { rows } = await execute(sql`select id from alias.forwarding_addresses`)
    const response = await bed.service.app.inject({
      method: 'PATCH',
      url: `/api/v1/forwarding-addresses/${rows[0]!['id'] as string}`,
      headers: await bed.service.person('ada'),
      payload: { hasAliasLinks },
    })
    return response.json<{ data: { hasAliasLinks?: boolean } }>().data.hasAliasLinks
  }
  const forwardOf = async (headers: Record<string, string> = {}) => {
    await receive(await testMessage({ isSigned: true, headers }))
    return (await mailTo(mailbox)).content
  }
  /** A forward with links, and they. */
  const begin = async (headers: Record<string, string> = {}) => {
    await addRule()
    await switchLinks(true)
    const forward = await forwardOf(headers)
    const linkOf = (name: string) =>
      field(forward, name)!.slice(1 + 'https://alias.waypost.test/base'.length, -1)
    return { forward, disable: linkOf('x-waypost-disable'), extend: linkOf('x-waypost-extend') }
  }
  const open = (url: string) => bed.service.app.inject({ url })
  const press = (url: string, contentType = 'application/x-www-form-urlencoded', payload = '') =>
    bed.service.app.inject({ method: 'POST', url, headers: { 'content-type': contentType }, payload })
  const read = async () => {
    const url = `/api/v1/addresses/${bed.address.id}`
    const response = await bed.service.app.inject({ url, headers: await bed.service.person('ada') })
    return response.json<{ data: Address }>().data
  }
  const gone = async (...urls: string[]) => {
    for (const url of urls)
      for (const answer of [await open(url), await press(url)]) {
        expect(answer.statusCode).toBe(404)
        expect(answer.body).toContain('no longer works')
      }
  }
  return { ...replies, switchLinks, forwardOf, begin, open, press, read, gone }
}
