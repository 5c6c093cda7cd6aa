import { expect, it } from 'vitest'
import { isOnHosts, listNamedHosts } from './named-hosts.ts'

it.each<[string, string[]]>([
  ['look at https://www.shop.test/a?b=c, please', ['www.shop.test']],
  ['what does fog cost at shop.test?', ['shop.test']],
  ['open "https://a.test/x" and b.test:8080/y', ['a.test', 'b.test']],
  ['log in at http://127.0.0.1:4000 as anna.smith@mail.test', ['127.0.0.1']],
  ['write to anna@mail.test', []],
  ['open ${url} and type ${name}', ['given.test']],
  ['open https://${host}/a', ['given.test']],
  ['open http://bücher.test', ['xn--bcher-kva.test']],
  ['find me a flight', []],
])('%s', (text, hosts) => {
  const values = {
    url: 'https://given.test/a',
    host: 'given.test',
    name: 'Ann Lee',
    other: 'https://other.test',
  }
  expect(listNamedHosts(text, values)).toEqual(hosts)
})

it.each<[string, string[], boolean]>([
  ['https://shop.test/a', ['shop.test'], true],
  ['http://shop.test:8080/', ['shop.test'], true],
  ['https://pay.shop.test/', ['shop.test'], true],
  ['https://pay.shop.test/', ['www.shop.test'], true],
  ['https://shop.test/', ['www.shop.test'], true],
  ['https://www.shop.test.evil.test/', ['www.shop.test'], false],
  ['https://evilshop.test/', ['shop.test'], false],
  ['https://shop.test@evil.test/', ['shop.test'], false],
  ['https://test/', ['shop.test'], false],
  ['http://1.127.0.0.1/', ['127.0.0.1'], false],
  ['http://2130706433/', ['127.0.0.1'], true],
  ['javascript:alert(1)//shop.test', ['shop.test'], false],
  ['file://shop.test/etc/passwd', ['shop.test'], false],
  ['/relative', ['shop.test'], false],
  ['https://shop.test/', [], false],
])('the hosts %s are named among %j: %s', (address, hosts, isOn) => {
  expect(isOnHosts(address, hosts)).toBe(isOn)
})
