import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** For tests: the addresses that this process tries to connect to from now on, as `address:port`. */
export function watchDialled(): string[] {
  const dialled: string[] = []
  const watch = (message: unknown) => {
    if (!(message instanceof Object && 'socket' in message && message.socket instanceof Socket)) return
    message.socket.on('connectionAttempt', (address: string, port: number) =>
      dialled.push(`${address}:${port}`),
    )
  }
  subscribe('net.client.socket', watch)
  onTestFinished(() => {
    unsubscribe('net.client.socket', watch)
  })
  return dialled
}
