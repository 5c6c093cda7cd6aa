// A process of its own, so that what it sends does not slow down what measures.
import { setTimeout } from 'node:timers/promises'

interface Order {
  url: string
  /** Each with an account of its own. */
  clients: { rawKey: string; addressId: string }[]
  bytes: number
}

process.on('message', ({ url, clients, bytes }: Order) => {
  const contentBase64 = Buffer.alloc(bytes, 'x').toString('base64')
  const send = async ({ rawKey, addressId }: Order['clients'][number]): Promise<number> => {
    const email = {
      fromAddressId: addressId,
      to: 'bob@example.net',
      subject: 'large',
      body: 'large',
      attachments: [{ filename: 'large.bin', contentBase64 }],
    }
    const body = JSON.stringify(email)
    for (let refused = 0; ; refused += 1) {
      const headers = { authorization: `Bearer ${rawKey}`, 'content-type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body })
      if (response.status === 202) return refused
      const text = await response.text()
      if (response.status !== 503) throw new Error(`${response.status} ${text}`)
      await setTimeout(Number(response.headers.get('retry-after')) * 1000)
    }
  }
  void Promise.all(clients.map(send)).then((refused) =>
    process.send!(refused.reduce((sum, each) => sum + each, 0)),
  )
})
