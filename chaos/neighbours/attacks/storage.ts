import { statusOf, type Attack } from '../attack.ts'

const places = 4
/** Each request is a little smaller than the 1 MiB that it may have. */
const large = 'x'.repeat(7_500)
const actions = Array.from({ length: 120 }, (_, index) => ({
  name: `Type ${index}`,
  type: 'change',
  selectors: ['#text'],
  value: large,
}))

/** Automations and their versions, each as large as one may be. */
export const storage: Attack = {
  async run({ hostile, repeat, begin }) {
    let number = 0
    begin()
    await repeat(places, () => {
      const body = { name: `Large ${(number += 1)}`, actions }
      return statusOf(hostile.automation('POST', '/api/v1/automations', body))
    })
  },
}
