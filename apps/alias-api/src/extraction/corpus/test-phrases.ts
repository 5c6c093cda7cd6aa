/** For tests: what mails of one language say. `{code}` stands for a code, `{n}` for another number. */
export interface Phrases {
  language: string
  codeIs: string
  codeSubject: string
  enterCode: string
  oneTime: string
  pinIs: string
  signInCode: string
  expires: string
  secret: string
  ignore: string
  hello: string
  thanks: string
  confirmButton: string
  confirmText: string
  signInButton: string
  resetButton: string
  resetText: string
  notYou: string
  unsubscribe: string
  privacy: string
  orderSent: string
  tracking: string
  viewOrder: string
  total: string
  promo: string
  invoice: string
  customer: string
  phone: string
  place: string
  device: string
  newsletter: string
}
