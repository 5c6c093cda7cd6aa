import type { Fingerprint } from './fingerprint.ts'
import { wordsOf } from './ranking/similarity.ts'

// Words for irreversible or costly actions, in the languages of most pages. Stems, so that forms of a verb need no
// list of their own; a page is not paid (`pagar`).
const STEMS =
  'delet|remov|eras|destroy|purg|wipe|drop|discard|reset|revoke|terminat|deactivat|unsubscrib|unregister|' +
  'pay|buy|purchas|order|checkout|donat|transfer|withdraw|subscrib|send|submit|publish|post|logout|signout|' +
  'lösch|entfern|kauf|bestell|bezahl|zahl|send|absend|kündig|abmeld|überweis|' +
  'supprim|effac|achet|command|pay|envoy|désabonn|résili|vir|' +
  'elimin|borr|quit|compr|pag(?!e|in)|envi|cancelar|' +
  'rimuov|cancell|acquist|ordin|invi|' +
  'exclu|apag|remov|verwijder|koop|betaal|verstuur|usuń|kup|zapłać|wyślij|удал|купить|оплат|отправ'
const DESTRUCTIVE = new RegExp(`^(${STEMS})`, 'u')
const WITHOUT_WORDS = /删除|移除|购买|支付|发送|提交|刪除|購買|送出|削除|購入|支払|送信|삭제|구매|결제|보내기/

/** Whether an element's name says that it does something irreversible. */
export function isDestructive({ name, text, title, id, icon }: Fingerprint): boolean {
  const words = [name, text, title, id, icon].flatMap((each) => [...wordsOf(each)])
  return words.some((word) => DESTRUCTIVE.test(word)) || WITHOUT_WORDS.test(`${name}${text}${title}`)
}
