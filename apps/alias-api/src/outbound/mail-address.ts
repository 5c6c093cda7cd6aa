import { domainToASCII } from 'node:url'
import { z } from 'zod'

const localForm = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/
const domainForm = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[0-9-]*[a-z])[a-z0-9-]+$/

/** One address, without a display name. An international domain is converted to lower-case A-labels. */
export const mailAddress = z
  .string()
  .max(254)
  .refine((text) => toMailAddress(text) !== undefined, {
    message: 'must be an email',
    params: { rule: 'isEmail' },
  })
  .transform((text) => toMailAddress(text) ?? text)
  .meta({ format: 'email' })

/** The part after the last `@`. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

function toMailAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const domain = domainToASCII(text.slice(at + 1))
  const isLocal = localForm.test(local) && !/^\.|\.\.|\.$/.test(local)
  return isLocal && domainForm.test(domain) ? `${local}@${domain}` : undefined
}
